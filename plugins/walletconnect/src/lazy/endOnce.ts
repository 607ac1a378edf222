interface Ending {
  readonly topic: string
}

/** The part of the library's client that ends sessions. Its version is pinned. */
interface EndingClient {
  readonly session: { readonly keys: readonly string[] }
  readonly engine: unknown
}

/**
 * Ends each session once. A wallet may say a hundred times that it ended one: the library starts over each time, finds
 * nothing, and leaves an unhandled rejection.
 */
export function endOnce({ session, engine }: EndingClient): void {
  const ending = engine as { deleteSession(given: Ending): Promise<void> }
  const end = ending.deleteSession.bind(engine)
  const running = new Map<string, Promise<void>>()
  ending.deleteSession = async (given) => {
    const { topic } = given
    if (!session.keys.includes(topic)) return
    const own = running.get(topic) ?? end(given).finally(() => running.delete(topic))
    running.set(topic, own)
    await own
  }
}
