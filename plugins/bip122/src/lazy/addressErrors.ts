import { BaseError } from '@latchkey/kernel/plugin'

/** What was given is no address, or is one of another network. */
export const addressInvalid = (): BaseError =>
  new BaseError('This is not a Bitcoin address of the chosen network. Check it and the network.', {
    code: 'ADDRESS_INVALID',
  })

/** The account's address has the form of another network: the wallet, or the app, has moved. */
export const accountMismatch = (): BaseError =>
  new BaseError('The connected account is not on the chosen network. Switch the network in the wallet.', {
    code: 'ACCOUNT_NETWORK_MISMATCH',
  })
