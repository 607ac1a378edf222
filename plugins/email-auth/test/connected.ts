import {
  createFrameChannel,
  createWindowPort,
  type FrameEvent,
  type FrameHandlers,
  serveFrame,
} from '../src/protocol/index.js'
import { createTestClock } from './testClock.js'
import { createTestWindow } from './windows.js'

export const appOrigin = 'https://app.example.com'
export const frameOrigin = 'https://wallet.example.org'

/** An app and a frame that speak to each other, and what stands between them. */
export function connect(handlers: FrameHandlers = {}) {
  const clock = createTestClock()
  const app = createTestWindow(appOrigin)
  const frame = createTestWindow(frameOrigin)
  const events: FrameEvent[] = []
  const faults: unknown[] = []
  const channel = createFrameChannel({
    clock,
    port: createWindowPort({ own: app, peer: () => frame.seenBy(app), peerOrigin: frameOrigin }),
    onEvent: (event) => events.push(event),
  })
  const served = serveFrame({
    handlers,
    port: createWindowPort({ own: frame, peer: () => app.seenBy(frame), peerOrigin: appOrigin }),
    onFault: (error) => faults.push(error),
  })
  return { clock, app, frame, channel, served, events, faults }
}

/** Makes a promise say how it ended, so that it can be looked at before it has. */
export function watch<Value>(promise: Promise<Value>) {
  const state: { done: boolean; value?: Value; code?: string; error?: unknown } = { done: false }
  promise.then(
    (value) => Object.assign(state, { done: true, value }),
    (error: { code?: string }) => Object.assign(state, { done: true, code: error.code, error }),
  )
  return state
}
