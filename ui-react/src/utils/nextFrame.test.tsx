import { afterEach, expect, it, vi } from 'vitest'
import { nextFrame } from './nextFrame.js'

afterEach(() => vi.restoreAllMocks())

it('comes after what runs before the page is painted', async () => {
  const order: string[] = []
  const waited = nextFrame().then(() => order.push('after'))
  requestAnimationFrame(() => {
    order.push('frame')
    void Promise.resolve().then(() => order.push('of the frame'))
  })
  await waited
  expect(order).toEqual(['frame', 'of the frame', 'after'])
})

it('does not wait in a page that is not painted', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await nextFrame()
})

it('goes on when the page goes to the background meanwhile', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  const waited = nextFrame()
  document.dispatchEvent(new Event('visibilitychange'))
  await waited
})
