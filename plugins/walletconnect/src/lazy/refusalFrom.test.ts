import { BaseError } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import { refusalFrom } from './refusalFrom.js'

it.each([
  [{ code: 5100, message: 'Unsupported chains.' }, 'SESSION_REFUSED'],
  [{ code: 5000, message: 'User rejected.' }, 'USER_REJECTED'],
  [new ReferenceError('Buffer is not defined'), 'PROGRAM_ERROR'],
  [new TypeError('Failed to fetch'), 'HTTP_UNREACHABLE'],
  [new BaseError('Ours.', { code: 'OURS' }), 'OURS'],
])('%o is %s', (error, code) => {
  expect(refusalFrom(error).code).toBe(code)
})
