import { KernelError } from '@latchkey/kernel/plugin'

export interface LedgerOptions {
  /**
   * Answers what Ledger has signed about an ERC-20 token, in hex, as the app's instruction 0x0A takes it; `undefined` for a token
   * without such a description. The device then shows the token's amount and recipient. Default: it shows the contract's data.
   *
   * @param chainId Of EIP-155.
   * @param token In lower case.
   */
  readonly describeToken?: (
    chainId: number,
    token: string,
  ) => string | undefined | Promise<string | undefined>
}

/** @throws KernelError `LEDGER_OPTIONS_INVALID` */
export function readOptions({ describeToken }: LedgerOptions): LedgerOptions {
  if (describeToken !== undefined && typeof describeToken !== 'function') {
    throw optionsInvalid('describeToken', 'a function.')
  }
  return describeToken ? { describeToken } : {}
}

const optionsInvalid = (name: string, expected: string) =>
  new KernelError(`ledger() cannot use its option "${name}". Pass ${expected}`, {
    code: 'LEDGER_OPTIONS_INVALID',
  })
