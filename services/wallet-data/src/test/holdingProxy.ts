import { createServer } from 'node:http'
import { close, listen } from '@latchkey/service-kit'
import { text } from 'node:stream/consumers'

/** Stands before a node and can stop answering about blocks above a height. */
export interface HoldingProxy {
  readonly url: string
  /** Holds back every answer about blocks from `height` on. Resolves when somebody waits for one. */
  holdFrom(height: number): Promise<void>
  release(): void
  stop(): Promise<void>
}

export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  let from = Number.POSITIVE_INFINITY
  let onHeld = () => {}
  let waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const heights = [...body.matchAll(/"eth_getBlockByNumber","params":\["(0x[0-9a-f]+)",true/g)]
    if (heights.some(([, height]) => Number(height) >= from)) {
      onHeld()
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    holdFrom(height) {
      from = height
      return new Promise((resolve) => {
        onHeld = resolve
      })
    },
    release() {
      from = Number.POSITIVE_INFINITY
      for (const resolve of waiting) resolve()
      waiting = []
    },
    stop() {
      for (const resolve of waiting) resolve()
      return close(server)
    },
  }
}
