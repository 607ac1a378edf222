import type { NamespaceId } from '../../contracts/caip.js'
import type { Attempt, SessionCore } from './sessionCore.js'

/** Connections being made, and the status that namespaces have meanwhile. */
export function createAttempts(
  state: SessionCore['state'],
  waiting: SessionCore['waiting'],
  stopWaiting: SessionCore['stopWaiting'],
): Pick<SessionCore, 'attempts' | 'begin' | 'end' | 'cancel' | 'settle'> {
  const attempts = new Set<Attempt>()

  function settle(namespaces: readonly NamespaceId[]): void {
    for (const namespace of namespaces) {
      const current = state.namespaces[namespace]
      if (current?.connectionId !== undefined) continue
      const found = [...attempts].filter(
        (attempt) => attempt.namespaces.includes(namespace) && !attempt.isQuiet,
      )
      const first = found.find((attempt) => attempt.status === 'connecting') ?? found[0]
      const status = first?.status ?? 'disconnected'
      if (current?.status !== status) state.namespaces[namespace] = { status }
    }
  }

  function end(attempt: Attempt): void {
    if (attempts.delete(attempt)) settle(attempt.namespaces)
  }

  return {
    attempts,
    settle,
    begin(id, namespaces, status, options) {
      const attempt = { id, namespaces, status, controller: new AbortController(), ...options }
      attempts.add(attempt)
      settle(namespaces)
      return attempt
    },
    end,
    cancel(isMeant) {
      for (const attempt of attempts) {
        if (!isMeant(attempt.id, attempt.namespaces)) continue
        attempt.controller.abort()
        end(attempt)
      }
      for (const [id, { namespaces }] of waiting) if (isMeant(id, namespaces)) stopWaiting(id)
    },
  }
}
