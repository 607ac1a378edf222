import { expect, it } from 'vitest'
import { activeNetworkMissing, sendIncomplete, sendTokenMissing } from './sendErrors.js'

it("says the specification's sentences, each with a code of its own", () => {
  const errors = [sendIncomplete(), sendTokenMissing(), activeNetworkMissing()]
  expect(errors.map(({ code, shortMessage }) => `${code}: ${shortMessage}`)).toEqual([
    'SEND_INCOMPLETE: An amount and receiver address are required',
    'SEND_TOKEN_MISSING: A token is required',
    'ACTIVE_NETWORK_MISSING: No ActiveCaipNetwork or client found',
  ])
})
