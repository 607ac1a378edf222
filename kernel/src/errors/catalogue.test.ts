import { expect, it } from 'vitest'
import * as account from './account.js'
import * as alerts from './alerts.js'
import * as chain from './chain.js'
import * as connection from './connection.js'
import * as embedded from './embedded.js'
import { kernelMissing } from './kernelMissing.js'
import { unknownError } from './unknown.js'
import { isKernelError, type BaseError } from './base.js'

const all: readonly BaseError[] = [
  account.balanceUnavailable(),
  account.transactionsUnavailable(),
  chain.unsupportedChain(),
  connection.connectionClientMissing(),
  embedded.requestAborted(),
  connection.adapterNotFound('solana'),
  chain.chainNotSupported('cosmos:1'),
  kernelMissing(),
  connection.disconnectFailed(),
  connection.notConnected(),
  unknownError(),
  chain.networkNotFound('eip155:9'),
  alerts.invalidConfiguration('originNotAllowed'),
  alerts.invalidConfiguration('unverifiedDomain'),
  alerts.invalidConfiguration('projectIdInvalid'),
  alerts.invalidConfiguration('analyticsForbidden'),
  alerts.sessionExpired(),
]

it("says each sentence of the specification's catalogue that several packages need in its own words, with a code", () => {
  expect(all.map(({ code, shortMessage }) => `${code}: ${shortMessage}`)).toMatchInlineSnapshot(`
    [
      "BALANCE_UNAVAILABLE: Token Balance Unavailable",
      "TRANSACTIONS_UNAVAILABLE: Failed to fetch transactions",
      "UNSUPPORTED_CHAIN: Unsupported chain",
      "CONNECTION_CLIENT_MISSING: No ConnectionController client found",
      "REQUEST_ABORTED: Request was aborted",
      "ADAPTER_NOT_FOUND: Adapter not found",
      "CHAIN_NOT_SUPPORTED: Chain is not supported",
      "KERNEL_MISSING: Please call "createKernel" before using "useKernel" hook.",
      "DISCONNECT_FAILED: Failed to disconnect",
      "NOT_CONNECTED: Please call connect() before request()",
      "UNKNOWN: Unknown error",
      "NETWORK_NOT_FOUND: Network Not Found",
      "ORIGIN_NOT_ALLOWED: Invalid App Configuration",
      "UNVERIFIED_DOMAIN: Invalid App Configuration",
      "PROJECT_ID_INVALID: Invalid App Configuration",
      "ANALYTICS_FORBIDDEN: Invalid App Configuration",
      "SESSION_EXPIRED: Session Expired",
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
