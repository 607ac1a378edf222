import { expect, it } from 'vitest'
import * as account from './account.js'
import * as alerts from './alerts.js'
import * as chain from './chain.js'
import * as connection from './connection.js'
import * as embedded from './embedded.js'
import { kernelMissing } from './kernelMissing.js'
import * as send from './send.js'
import * as siwx from './siwx.js'
import * as swap from './swap.js'
import { unknownError } from './unknown.js'
import { isKernelError, type BaseError } from './base.js'

const all: readonly BaseError[] = [
  account.balanceUnavailable(),
  account.transactionsUnavailable(),
  siwx.authenticationFailed(),
  siwx.signatureDeclined(),
  siwx.smartAccountsUnsupported(),
  chain.unsupportedChain(),
  account.transactionsNeedAddress(),
  siwx.siwxNotEnabled(),
  account.activeAddressMissing(),
  account.activeNetworkMissing(),
  connection.connectionClientMissing(),
  embedded.emailThrottled(12),
  embedded.requestNotAllowed('eth_sign'),
  embedded.actionNotAllowed(),
  embedded.emailLoginUnavailable(),
  embedded.requestAborted(),
  embedded.somethingWentWrong(),
  embedded.frameError(),
  connection.adapterNotFound('solana'),
  chain.networkUndefined(),
  chain.chainNotSupported('cosmos:1'),
  connection.walletConnectConnectorNotFound(),
  kernelMissing(),
  swap.swapNetworkUnsupported('eip155:5'),
  swap.gasPriceNetworkUnsupported('eip155:5'),
  connection.disconnectFailed(),
  connection.notConnected(),
  unknownError(),
  chain.networkNotFound('eip155:9'),
  alerts.invalidConfiguration('originNotAllowed'),
  alerts.invalidConfiguration('unverifiedDomain'),
  alerts.invalidConfiguration('projectIdInvalid'),
  alerts.invalidConfiguration('analyticsForbidden'),
  alerts.projectIdMissing(),
  alerts.embeddedWalletUnavailable(),
  alerts.embeddedWalletTimedOut(),
  alerts.sessionExpired(),
  send.sendIncomplete(),
  send.sendTokenMissing(),
]

it("says every sentence of the specification's catalogue in its own words, with a code", () => {
  expect(all.map(({ code, shortMessage }) => `${code}: ${shortMessage}`)).toMatchInlineSnapshot(`
    [
      "BALANCE_UNAVAILABLE: Token Balance Unavailable",
      "TRANSACTIONS_UNAVAILABLE: Failed to fetch transactions",
      "AUTHENTICATION_FAILED: A problem occurred while trying initialize authentication",
      "SIGNATURE_DECLINED: Signature declined",
      "SMART_ACCOUNTS_UNSUPPORTED: This application might not support Smart Accounts",
      "UNSUPPORTED_CHAIN: Unsupported chain",
      "TRANSACTIONS_ADDRESS_MISSING: Transactions can't be fetched without an accountAddress",
      "SIWX_NOT_ENABLED: SIWX is not enabled",
      "ACTIVE_ADDRESS_MISSING: No ActiveCaipAddress found",
      "ACTIVE_NETWORK_MISSING: No ActiveCaipNetwork or client found",
      "CONNECTION_CLIENT_MISSING: No ConnectionController client found",
      "EMAIL_THROTTLED: Please try again after 12 seconds",
      "RPC_CALL_NOT_ALLOWED: Requested RPC call is not allowed",
      "ACTION_NOT_ALLOWED: Action not allowed",
      "EMAIL_LOGIN_UNAVAILABLE: Unable to load email login dependency",
      "REQUEST_ABORTED: Request was aborted",
      "SOMETHING_WENT_WRONG: Something went wrong",
      "FRAME_ERROR: An error occurred",
      "ADAPTER_NOT_FOUND: Adapter not found",
      "NETWORK_UNDEFINED: CaipNetwork is undefined",
      "CHAIN_NOT_SUPPORTED: Chain is not supported",
      "WALLET_CONNECT_CONNECTOR_NOT_FOUND: WalletConnectConnector not found",
      "KERNEL_MISSING: Please call "createKernel" before using "useKernel" hook.",
      "SWAP_NETWORK_UNSUPPORTED: Network not supported for Swaps",
      "GAS_PRICE_NETWORK_UNSUPPORTED: Network not supported for Gas Price",
      "DISCONNECT_FAILED: Failed to disconnect",
      "NOT_CONNECTED: Please call connect() before request()",
      "UNKNOWN: Unknown error",
      "NETWORK_NOT_FOUND: Network Not Found",
      "ORIGIN_NOT_ALLOWED: Invalid App Configuration",
      "UNVERIFIED_DOMAIN: Invalid App Configuration",
      "PROJECT_ID_INVALID: Invalid App Configuration",
      "ANALYTICS_FORBIDDEN: Invalid App Configuration",
      "PROJECT_ID_MISSING: Project ID Not Configured",
      "IFRAME_LOAD_FAILED: Network Error - Could not load embedded wallet",
      "IFRAME_REQUEST_TIMEOUT: Embedded Wallet Request Timed Out",
      "SESSION_EXPIRED: Session Expired",
      "SEND_INCOMPLETE: An amount and receiver address are required",
      "SEND_TOKEN_MISSING: A token is required",
    ]
  `)
})

it('gives every error a code of its own, in upper case', () => {
  const codes = all.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^[A-Z][A-Z0-9_]+$/)
  expect(all.every((error) => isKernelError(error))).toBe(true)
})

it('adds what was received and what to do for developers', () => {
  expect(connection.adapterNotFound('solana').message).toMatchInlineSnapshot(`
    "Adapter not found

    No plugin adds the namespace "solana". List it in createKernel([...])."
  `)
  expect(alerts.invalidConfiguration('originNotAllowed').message).toMatchInlineSnapshot(`
    "Invalid App Configuration

    This origin is not on the allowlist of the project."
  `)
})

it('keeps the cause', () => {
  const cause = new Error('offline')
  expect(account.balanceUnavailable(cause).cause).toBe(cause)
  expect('cause' in account.balanceUnavailable()).toBe(false)
})

it('lets the frame speak for itself when it has something to say', () => {
  expect([embedded.frameError('Otp expired').shortMessage, embedded.frameError('').shortMessage]).toEqual([
    'Otp expired',
    'An error occurred',
  ])
})

it('is a mistake of the configuration to set both options for signing in', () => {
  const error = siwx.siwxConfiguredTwice()
  expect(error.code).toBe('KERNEL_CONFIG_INVALID')
  expect(error.problems).toEqual(['Cannot set both `siweConfig` and `siwx` options'])
})

it.each([
  [new Error('Unauthorized: origin not allowed'), 'ORIGIN_NOT_ALLOWED'],
  ['JWT validation error: JWT Token is not yet valid', 'SESSION_EXPIRED'],
  [new Error('WebSocket connection closed abnormally: Invalid key'), 'PROJECT_ID_INVALID'],
  [new Error('invalid project id'), 'PROJECT_ID_INVALID'],
  [new Error('anything else'), undefined],
  [undefined, undefined],
  [{ message: 'origin not allowed' }, undefined],
])('maps what a service said to an alert: %s', (error, code) => {
  expect(alerts.alertFrom(error)?.code).toBe(code)
})
