import { expect, it } from 'vitest'
import type { SendWarning } from '../Sender.js'
import { asksOf } from './Consents.js'

const warning = (code: string, askedAt?: number): SendWarning => ({
  ...{ code, severity: 'warning', needsConsent: true, message: 'Words.' },
  ...(askedAt === undefined ? {} : { parameters: { askedAt } }),
})
const subjects = (...warnings: SendWarning[]) => asksOf(warnings).map(({ subject }) => subject)

it('asks anew for each earlier send that may be repeated, and once for addresses', () => {
  expect(subjects(warning('SEND_MAY_REPEAT', 1))).toEqual(subjects(warning('SEND_MAY_REPEAT', 1)))
  expect(subjects(warning('SEND_MAY_REPEAT', 1))).not.toEqual(subjects(warning('SEND_MAY_REPEAT', 2)))
  expect(subjects(warning('ADDRESS_LOOKALIKE'), warning('NAMED_ADDRESS_LOOKALIKE'))).toHaveLength(1)
})
