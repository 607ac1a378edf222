import type { PreviewingOptions } from './createPreviewing.js'

/** Has one draft at a time checked, and keeps what came of the last. */
export function createAttempts<
  Question,
  Checked extends { readonly preview: Preview },
  Preview extends object,
>({
  state,
  check,
  checked,
}: Pick<PreviewingOptions<Question, Checked, Preview, unknown>, 'state' | 'check' | 'checked'>) {
  let attempt: AbortController | undefined
  let last: Checked | undefined
  return {
    current: () => last,
    async run(question: Question): Promise<Checked | undefined> {
      const own = new AbortController()
      attempt?.abort()
      attempt = own
      try {
        const answer = await check(question, own.signal)
        if (own.signal.aborted || !answer) return undefined
        // From here on the signal belongs to what was prepared: the wallet is asked with it.
        attempt = undefined
        last = answer
        state.preview = answer.preview
        checked?.()
        return answer
      } catch (cause) {
        if (own.signal.aborted) return undefined
        throw cause
      }
    },
    abort(): void {
      attempt?.abort()
      attempt = undefined
    },
    forget(): void {
      last = undefined
      state.preview = undefined
    },
  }
}
