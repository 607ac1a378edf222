import { expect, it } from 'vitest'
import { payError, payErrorCodes } from './payErrors.js'

it('says each reason that a bill is not paid in words of its own', () => {
  const sentences = payErrorCodes.map((code) => `${code}: ${payError(code).shortMessage}`)
  expect(new Set(sentences).size).toBe(payErrorCodes.length)
  expect(sentences).toMatchSnapshot()
})
