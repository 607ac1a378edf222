import type { Clock } from '@latchkey/kernel/plugin'
import type { FramePlace } from '../EmailAuthService.js'
import { createFrameChannel, type FrameChannel } from '../protocol/createFrameChannel.js'
import type { FrameEvent, FrameView } from '../protocol/events.js'
import { FrameError } from '../protocol/frameError.js'
import type { RequestPayload, RequestReply, RequestType } from '../protocol/requests.js'
import { createWindowPort } from '../protocol/windowPort.js'
import { createFrameHost, type FrameHost } from './createFrameHost.js'
import { themeOf } from './readFrameLook.js'

export interface FrameLinkOptions {
  readonly frameUrl: string
  readonly clock: Clock
  onEvent(event: FrameEvent): void
  /** Told that the frame could not be told of the theme. */
  onUnsent(error: unknown): void
  /** Called with each new frame, to tell it of the app. */
  onMade(link: FrameLink): void
}

export interface FrameLink {
  /**
   * Asks the frame, which is made for the first request.
   *
   * @param onView Called when the frame asks the person about it, and with `null` once they have decided.
   * @throws FrameError
   */
  request<Type extends RequestType>(
    type: Type,
    payload: RequestPayload<Type>,
    signal?: AbortSignal,
    onView?: (view: FrameView | null) => void,
  ): Promise<RequestReply<Type>>
  show(place: FramePlace): void
  hide(): void
  close(): void
}

/** The frame and the way to it. One that did not load, may not be used here or was killed is removed: the next request tries again. */
export function createFrameLink({ frameUrl, clock, onEvent, onMade, onUnsent }: FrameLinkOptions): FrameLink {
  let made: { readonly host: FrameHost; readonly channel: FrameChannel } | undefined
  let isClosed = false

  function open() {
    if (isClosed) throw new FrameError('frame_gone')
    if (made) return made
    const url = new URL(frameUrl)
    if (url.origin === location.origin) {
      // Code of the page could read the keys of a frame that shares its origin.
      throw new FrameError('unverified_domain', 'The wallet’s frame must have another origin than the app.')
    }
    url.searchParams.set('origin', location.origin)
    // What the kit's elements name. Without it, the wallet speaks the browser's language.
    const locale = document.querySelector<HTMLElement>('[data-latchkey][lang]')?.lang
    if (locale) url.searchParams.set('locale', locale)
    const host = createFrameHost(
      url.href,
      (look) => void link.request('syncTheme', themeOf(look)).catch(onUnsent),
    )
    const port = createWindowPort({ own: window, peer: host.window, peerOrigin: url.origin })
    made = { host, channel: createFrameChannel({ port, clock, onEvent }) }
    onMade(link)
    return made
  }

  function discard(): void {
    const gone = made
    made = undefined
    gone?.channel.close()
    gone?.host.remove()
  }

  const link: FrameLink = {
    async request(type, payload, signal, onView) {
      if (signal?.aborted) throw new FrameError('aborted', undefined, { cause: signal.reason })
      const own = open()
      try {
        return await own.channel.request(type, payload, { signal, onView })
      } catch (error) {
        const code = error instanceof FrameError ? error.code : undefined
        const isUseless =
          code === 'iframe_load_failed' || code === 'unverified_domain' || own.channel.isFrameLost()
        if (own === made && isUseless) discard()
        throw error
      }
    },
    show: (place) => made?.host.show(place),
    hide: () => made?.host.hide(),
    close() {
      isClosed = true
      discard()
    },
  }
  return link
}
