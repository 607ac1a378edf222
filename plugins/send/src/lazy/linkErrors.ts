import { BaseError } from '@latchkey/kernel/plugin'

type Code = keyof typeof sentences

const sentences = {
  PAYMENT_LINK_UNKNOWN: 'This app does not know this kind of link. Enter an address.',
  PAYMENT_LINK_INVALID:
    'This payment link is damaged or breaks its own rules. Nothing was filled in: ask for a new one.',
  PAYMENT_LINK_UNSUPPORTED:
    'This payment link asks for more than a plain payment, which can’t be done here. Nothing was filled in.',
  PAYMENT_LINK_OTHER_KIND:
    'This payment link is for another kind of network. Switch to an account there, then paste it again.',
  PAYMENT_LINK_NETWORK_UNKNOWN: 'This payment link is for a network that this app does not have.',
  PAYMENT_LINK_TOKEN_MISSING:
    'This payment link asks for a token that your account does not hold on this network. Nothing was filled in.',
} as const

/** One sentence per reason that a pasted payment link is not taken. */
export function linkError(code: Code, ...metaMessages: readonly string[]): BaseError {
  return new BaseError(sentences[code], { code, metaMessages })
}

/** For a link that is filled in once the network is switched. */
export function otherNetwork(name: string): BaseError {
  const sentence = `This is for ${name}. Switch the network, and it’s filled in.`
  return new BaseError(sentence, { code: 'PAYMENT_LINK_OTHER_NETWORK' })
}

export const linkErrorCodes = Object.keys(sentences) as readonly Code[]
