import { BaseError } from '@latchkey/kernel/plugin'

type Code = keyof typeof sentences

const sentences = {
  NAME_ACCOUNT_MISSING: 'No account connected. Connect a wallet, then choose a name.',
  NAME_NETWORK_UNSUPPORTED:
    'Accounts of this network can’t take a name here. Switch the network, then choose a name.',
} as const

/** Why nobody can be asked for a name. */
export function registrationError(code: Code): BaseError {
  return new BaseError(sentences[code], { code })
}
