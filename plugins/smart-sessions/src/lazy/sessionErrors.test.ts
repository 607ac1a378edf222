import { expect, it } from 'vitest'
import { sessionError, sessionErrorCodes } from './sessionErrors.js'

it('says each reason that a permission is not given or ended in words of its own', () => {
  const sentences = sessionErrorCodes.map((code) => `${code}: ${sessionError(code).shortMessage}`)
  expect(new Set(sentences).size).toBe(sessionErrorCodes.length)
  expect(sentences).toMatchSnapshot()
})
