import { BaseError } from '@latchkey/kernel/plugin'
import { expect, test } from 'vitest'
import { tooManyInputs } from '../guide/errors/tooManyInputs.js'

test('says a sentence for people, and keeps its code, its values and the developer’s line', () => {
  const error = tooManyInputs(256)
  expect(error).toBeInstanceOf(BaseError)
  expect(error.shortMessage).toBe('This transaction needs more than 256 inputs. Send less at once.')
  expect(error).toMatchObject({ code: 'EXAMPLE_TOO_MANY_INPUTS', parameters: { limit: 256 } })
  expect(error.metaMessages).toEqual(['The chain takes no larger transaction.'])
  expect(error.message).toContain('The chain takes no larger transaction.')
})
