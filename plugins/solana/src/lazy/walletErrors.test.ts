import { isUserRejection } from '@latchkey/kernel/plugin'
import { describe, expect, it } from 'vitest'
import { walletErrorFrom } from './walletErrors.js'

const paying = { wallet: 'Wallet', method: 'solana:signAndSendTransaction' }
const connecting = { wallet: 'Wallet', method: 'standard:connect' }
const thrown = (message: string, members: object = {}) => Object.assign(new Error(message), members)

describe('a payment', () => {
  it.each([
    thrown('Transaction rejected'),
    thrown('Transaction cancelled'),
    thrown('Approval Denied'),
    thrown('Signature request was denied.'),
    thrown('User rejected the request.', { code: -32603 }),
    thrown('User cancelled the transaction', { code: -32000 }),
    thrown('x', { code: 4001 }),
    thrown('x', { context: { __code: 4_001_000 } }),
  ])('was declined: %s', (error) => {
    expect(isUserRejection(walletErrorFrom(error, paying))).toBe(true)
  })

  it.each([
    thrown('Popup window closed', { code: -32603 }),
    thrown('Plugin Closed'),
    thrown('Transaction rejected by the network'),
    thrown('Transaction rejected: blockhash not found'),
    thrown('Transaction rejected', { code: -32003 }),
    thrown('Transaction was not confirmed: timed out', { code: 4001 }),
    thrown('Rejected'),
    thrown('x', { code: -3 }),
    thrown('x', { context: { __code: -32_002 } }),
  ])('was not declined: %s', (error) => {
    expect(isUserRejection(walletErrorFrom(error, paying))).toBe(false)
  })
})

it.each(['Plugin Closed', 'Popup closed', 'Rejected'])(
  '%s while connecting is a person who declined',
  (message) => {
    expect(isUserRejection(walletErrorFrom(thrown(message), connecting))).toBe(true)
  },
)

/** As the library throws it: the message of what it caught, and what it caught. */
function wrapped(code: number | string, message: string): Error {
  const name =
    typeof code === 'string' ? 'SolanaMobileWalletAdapterError' : 'SolanaMobileWalletAdapterProtocolError'
  const inner = thrown(message, { code, name })
  return new Error(message, { cause: new Error(message, { cause: inner }) })
}

describe.each(['Mobile Wallet Adapter', 'Remote Mobile Wallet Adapter'])('%s', (wallet) => {
  const asked = { wallet, method: 'standard:connect' }

  it.each([
    ['ERROR_WALLET_NOT_FOUND', 'Found no installed wallet that supports the mobile wallet protocol.'],
    [
      'ERROR_SESSION_TIMEOUT',
      'Failed to connect to the wallet websocket at ws://localhost:50000/solana-wallet.',
    ],
    ['ERROR_ASSOCIATION_CANCELLED', 'Wallet connection timed out'],
  ])('says that no wallet app answered: %s “%s”', (code, message) => {
    const error = walletErrorFrom(wrapped(code, message), asked)
    expect(error).toMatchObject({
      code: 'WALLET_NOT_REACHED',
      shortMessage: 'No wallet app answered. Install a wallet app on this device, or open the one you have.',
    })
    // One text, whatever number of errors it stands in.
    expect(error.message.split(message)).toHaveLength(2)
  })

  it.each([
    ['ERROR_ASSOCIATION_CANCELLED', 'Wallet connection cancelled by user', 'USER_REJECTED'],
    [-3, 'sign request declined', 'USER_REJECTED'],
    [-1, 'authorization request failed', 'WALLET_ACCESS_DENIED'],
    [-4, 'x', 'RPC_UNKNOWN'],
    ['ERROR_SESSION_CLOSED', 'The wallet session dropped unexpectedly (1006: ).', 'RPC_UNKNOWN'],
  ])('reads %s “%s” by its own table', (code, message, expected) => {
    expect(walletErrorFrom(wrapped(code, message), { wallet, method: paying.method }).code).toBe(expected)
  })
})
