import { expect, it } from 'vitest'
import { alertFrom } from './alertFrom.js'
import { walletConnectConnectorNotFound } from './walletConnectConnectorNotFound.js'

it.each([
  [new Error('Unauthorized: origin not allowed'), 'ORIGIN_NOT_ALLOWED'],
  ['JWT validation error: JWT Token is not yet valid', 'SESSION_EXPIRED'],
  [new Error('WebSocket connection closed abnormally: Invalid key'), 'PROJECT_ID_INVALID'],
  [new Error('invalid project id'), 'PROJECT_ID_INVALID'],
  [new Error('anything else'), undefined],
  [undefined, undefined],
  [{ message: 'origin not allowed' }, undefined],
])('maps what a service said to an alert: %s', (error, code) => {
  expect(alertFrom(error)?.code).toBe(code)
})

it("says the specification's sentence for a missing connector", () => {
  const { code, shortMessage } = walletConnectConnectorNotFound()
  expect(`${code}: ${shortMessage}`).toBe(
    'WALLET_CONNECT_CONNECTOR_NOT_FOUND: WalletConnectConnector not found',
  )
})
