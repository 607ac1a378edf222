import { parseOrigin } from './originPatterns.js'

/** What one side of the protocol needs of `window`. */
export interface OwnWindow {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

export interface PeerWindow {
  postMessage(message: unknown, targetOrigin: string): void
}

/** A way to one other window, and to no other. */
export interface Port {
  post(message: unknown): void
  /** Returns what stops listening. Only what the other window itself sent, from its origin, arrives. */
  listen(
    onMessage: (data: unknown) => void,
    onStranger: (why: 'wrong-origin' | 'wrong-source') => void,
  ): () => void
}

export interface WindowPortOptions {
  readonly own: OwnWindow
  /** Asked for each message: the window of a frame that was taken out of the page and put back is another one. */
  readonly peer: () => PeerWindow | null | undefined
  /** Exact origin of the other window. `*` and `null` are refused. */
  readonly peerOrigin: string
}

/**
 * A port over `postMessage`. Sends to the exact origin, and takes a message only when both its origin and its source
 * window are the other side's.
 *
 * @throws TypeError when the origin is none
 */
export function createWindowPort({ own, peer, peerOrigin }: WindowPortOptions): Port {
  if (parseOrigin(peerOrigin) === undefined) {
    throw new TypeError(
      `"${peerOrigin}" is no origin. Pass scheme, host and port alone, such as https://wallet.example.com.`,
    )
  }
  return {
    post(message) {
      peer()?.postMessage(message, peerOrigin)
    },
    listen(onMessage, onStranger) {
      const listener = ({ data, origin, source }: MessageEvent) => {
        const expected = peer()
        if (origin !== peerOrigin) onStranger('wrong-origin')
        else if (!expected || source !== expected) onStranger('wrong-source')
        else onMessage(data)
      }
      own.addEventListener('message', listener)
      return () => own.removeEventListener('message', listener)
    },
  }
}
