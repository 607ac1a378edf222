import { afterEach, beforeEach, expect, it } from 'vitest'
import { ensureBuffer } from './ensureBuffer.js'

const own = Object.getOwnPropertyDescriptor(globalThis, 'Buffer') as PropertyDescriptor

// Loaded while there is still a Buffer, which the test runner itself needs to load a module.
beforeEach(() => import('buffer/index.js'))
afterEach(() => void Object.defineProperty(globalThis, 'Buffer', own))

it('keeps the Buffer that is there', async () => {
  await ensureBuffer()
  expect(Object.getOwnPropertyDescriptor(globalThis, 'Buffer')).toEqual(own)
})

it('gives a page without one what the client library needs, unseen by who lists the globals', async () => {
  Reflect.deleteProperty(globalThis, 'Buffer')
  await ensureBuffer()
  const given = globalThis.Buffer
  const { enumerable } = Object.getOwnPropertyDescriptor(globalThis, 'Buffer') ?? {}
  const encoded = given.from('{"att":{"é":1}}').toString('base64')
  const decoded = given.from(encoded, 'base64').toString('utf-8')
  Object.defineProperty(globalThis, 'Buffer', own)
  expect(given).not.toBe(Buffer)
  expect(enumerable).toBe(false)
  expect(encoded).toBe(Buffer.from('{"att":{"é":1}}').toString('base64'))
  expect(decoded).toBe('{"att":{"é":1}}')
})
