const movingMethod = /transaction|psbt|transfer|sendbitcoin|^(?:eth|wallet)_send|^signpayload$/i

/**
 * Whether a request can move money once the wallet has it, in any dialect. What nobody named can. A signature over a message
 * cannot: it is worth nothing to anyone until the wallet has handed it out.
 */
export const movesMoney = (method: string | undefined): boolean =>
  method === undefined || movingMethod.test(method)
