import { rpcErrors } from './providerRpcError.js'

/**
 * How the wallet decides: `auto` approves at once, `ask` waits for `control.approve()` or `reject()`,
 * `prompt` shows a dialog on the page.
 */
export type ApprovalMode = 'auto' | 'ask' | 'prompt'

export interface ApprovalRequest {
  readonly method: string
  /** The question without its mark, for example "sign this message". */
  readonly title: string
  readonly details: readonly { readonly label: string; readonly value: string }[]
}

export interface PendingApproval extends ApprovalRequest {
  readonly id: number
}

export type ApprovalPrompt = (request: ApprovalRequest, signal: AbortSignal) => Promise<boolean>

export interface Approvals {
  readonly pending: readonly PendingApproval[]
  /** Resolves when approved. @throws ProviderRpcError 4001 */
  ask(request: ApprovalRequest): Promise<void>
  /** Answers one waiting request, the oldest if no id is given. @throws Error when none waits */
  settle(approved: boolean, id?: number): void
  waitForPending(method?: string): Promise<PendingApproval>
  setMode(mode: ApprovalMode): void
  /** Rejects one coming request, of any method or of the given one. */
  rejectNext(method?: string): void
  rejectAll(reject: boolean): void
  delay(milliseconds: number): void
}

interface Waiting {
  readonly request: PendingApproval
  readonly decide: (approved: boolean) => void
}

export function createApprovals(initialMode: ApprovalMode, prompt: ApprovalPrompt): Approvals {
  let mode = initialMode
  let rejectingAll = false
  let delayMilliseconds = 0
  let nextId = 1
  let rejections: readonly (string | undefined)[] = []
  let waiting: readonly Waiting[] = []
  let watchers: readonly ((request: PendingApproval) => boolean)[] = []
  let lastPrompt: Promise<unknown> = Promise.resolve()

  const takeRejection = (method: string): boolean => {
    const index = rejections.findIndex((only) => only === undefined || only === method)
    if (index === -1) return rejectingAll
    rejections = rejections.toSpliced(index, 1)
    return true
  }

  const showPrompt = (request: PendingApproval, signal: AbortSignal): Promise<boolean | undefined> => {
    const shown = lastPrompt.then(() => (signal.aborted ? undefined : prompt(request, signal)))
    // The one who asked sees a failure; the next dialog must come all the same.
    lastPrompt = shown.catch(() => undefined)
    return shown
  }

  const decision = (request: PendingApproval): Promise<boolean> => {
    const settled = new AbortController()
    return new Promise<boolean>((resolve, reject) => {
      const decide = (approved: boolean): void => {
        waiting = waiting.filter((entry) => entry.request !== request)
        settled.abort()
        resolve(approved)
      }
      waiting = [...waiting, { request, decide }]
      if (mode === 'prompt') {
        const answer = showPrompt(request, settled.signal)
        answer.then((approved) => approved !== undefined && decide(approved)).catch(reject)
      }
      watchers = watchers.filter((watcher) => !watcher(request))
    })
  }

  return {
    get pending() {
      return waiting.map((entry) => entry.request)
    },
    async ask(request) {
      const rejected = takeRejection(request.method)
      if (delayMilliseconds > 0) await new Promise((resolve) => setTimeout(resolve, delayMilliseconds))
      if (rejected) throw rpcErrors.userRejected()
      if (mode === 'auto') return
      const approved = await decision({ ...request, id: nextId++ })
      if (!approved) throw rpcErrors.userRejected()
    },
    settle(approved, id) {
      const entry = waiting.find((candidate) => id === undefined || candidate.request.id === id)
      if (!entry) throw new Error('No request is waiting for an answer of the test wallet.')
      entry.decide(approved)
    },
    waitForPending(method) {
      const matches = (request: PendingApproval): boolean => method === undefined || request.method === method
      const found = waiting.find((entry) => matches(entry.request))
      if (found) return Promise.resolve(found.request)
      return new Promise((resolve) => {
        const watcher = (request: PendingApproval): boolean => {
          if (!matches(request)) return false
          resolve(request)
          return true
        }
        watchers = [...watchers, watcher]
      })
    },
    setMode(value) {
      mode = value
    },
    rejectNext(method) {
      rejections = [...rejections, method]
    },
    rejectAll(reject) {
      rejectingAll = reject
    },
    delay(milliseconds) {
      delayMilliseconds = milliseconds
    },
  }
}
