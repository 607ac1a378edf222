import { expect, it } from 'vitest'
import {
  activeAddressMissing,
  authenticationFailed,
  signatureDeclined,
  siwxConfiguredTwice,
  siwxNotEnabled,
  smartAccountsUnsupported,
} from './siwxErrors.js'

it("says the specification's sentences, each with a code of its own", () => {
  const errors = [
    authenticationFailed(),
    signatureDeclined(),
    smartAccountsUnsupported(),
    siwxNotEnabled(),
    activeAddressMissing(),
  ]
  expect(errors.map(({ code, shortMessage }) => `${code}: ${shortMessage}`)).toEqual([
    'AUTHENTICATION_FAILED: A problem occurred while trying initialize authentication',
    'SIGNATURE_DECLINED: Signature declined',
    'SMART_ACCOUNTS_UNSUPPORTED: This application might not support Smart Accounts',
    'SIWX_NOT_ENABLED: SIWX is not enabled',
    'ACTIVE_ADDRESS_MISSING: No ActiveCaipAddress found',
  ])
})

it('is a mistake of the configuration to set both options for signing in', () => {
  const error = siwxConfiguredTwice()
  expect(error.code).toBe('KERNEL_CONFIG_INVALID')
  expect(error.problems).toEqual(['Cannot set both `siweConfig` and `siwx` options'])
})
