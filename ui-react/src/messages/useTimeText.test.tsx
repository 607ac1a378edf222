import { afterEach, expect, it, vi } from 'vitest'
import { testKernel } from '../../test/mount.js'
import { drawHook } from '../testing/drawHook.js'
import { useTimeText } from './useTimeText.js'

const now = new Date(2026, 4, 7, 13, 5).getTime()
const minutes = (count: number) => count * 60_000
let unmount = () => {}
afterEach(() => {
  unmount()
  vi.useRealTimers()
})

it.each([
  ['a minute ago', now - minutes(1), '1:04 PM'],
  ['this morning', now - minutes(13 * 60), '12:05 AM'],
  ['yesterday', now - minutes(13 * 60 + 6), 'May 6, 2026, 11:59 PM'],
  ['last year', new Date(2025, 4, 7, 13, 5).getTime(), 'May 7, 2025, 1:05 PM'],
])('tells %s with its date only where it is of another day', async (_, at, text) => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  const drawn = drawHook(testKernel([]), useTimeText)
  unmount = drawn.unmount
  await vi.waitFor(() => expect(drawn.now()(at).replaceAll('\u202f', ' ')).toBe(text))
})
