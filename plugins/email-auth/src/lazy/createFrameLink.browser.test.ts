// A frame whose process was killed, or that shows another page: no event tells the app, so it notices the missing answers.
import type { Clock } from '@latchkey/kernel/plugin'
import { afterEach, expect, it } from 'vitest'
import { createFrameLink, type FrameLink } from './createFrameLink.js'

const frameOrigin = location.origin.replace('127.0.0.1', 'localhost')
const frameUrl = `${frameOrigin}/plugins/email-auth/test/frame/index.html`
const frames = () => [...document.querySelectorAll<HTMLIFrameElement>('[data-latchkey-frame] iframe')]

let link: FrameLink | undefined
afterEach(() => link?.close())

/** A clock whose minutes are short once the frame is there. */
const speed = { now: 1 }
const clock = {
  now: () => Date.now(),
  setTimeout: (run: () => void, delay: number) => setTimeout(run, delay / speed.now),
  clearTimeout: (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer),
} as unknown as Clock

it.each([
  ['a person works on', 'rpcRequest', { networkId: 'eip155:1', method: 'personal_sign', params: ['0x00'] }],
  ['has a limit', 'connectEmail', { email: 'person@example.com' }],
] as const)(
  'a frame that is killed under a request that %s is made again for the next one',
  async (_, type, payload) => {
    speed.now = 1
    let made = 0
    link = createFrameLink({
      frameUrl,
      clock,
      onEvent: () => undefined,
      onMade: () => {
        made += 1
      },
      onUnsent: () => undefined,
    })
    expect(await link.request('connectEmail', { email: 'first@example.com' })).toEqual({
      action: 'VERIFY_OTP',
    })
    const [killed] = frames()
    const isGone = new Promise((resolve) => killed?.addEventListener('load', resolve, { once: true }))
    killed?.setAttribute('src', 'about:blank')
    await isGone
    speed.now = 100
    await expect(link.request(type, payload)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:frame_gone|iframe_request_timeout)$/),
    })
    expect(frames()).toEqual([])
    speed.now = 1
    expect(await link.request('connectEmail', { email: 'next@example.com' })).toEqual({
      action: 'VERIFY_OTP',
    })
    expect([made, frames().length]).toEqual([2, 1])
  },
)

it('keeps the buttons of a question in the window that reaches below it, and leaves a place that is scrolled away alone', async () => {
  speed.now = 1
  link = createFrameLink({
    frameUrl,
    clock,
    onEvent: () => undefined,
    onMade: () => undefined,
    onUnsent: () => undefined,
  })
  await link.request('connectEmail', { email: 'first@example.com' })
  const element = document.createElement('div')
  element.style.cssText = `position:fixed;inset-inline-start:0;width:300px;height:${innerHeight}px`
  document.body.append(element)
  const bottomAt = async (top: number) => {
    element.style.top = `${top}px`
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return frames()[0]?.getBoundingClientRect().bottom ?? 0
  }
  link.show({ element, title: 'Wallet', closeLabel: 'Close', onClose: () => undefined })
  expect(await bottomAt(100)).toBeLessThan(innerHeight)
  expect(await bottomAt(innerHeight - 100)).toBeGreaterThan(innerHeight)
  link.hide()
  element.remove()
})
