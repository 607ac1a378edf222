import { FrameError, type FrameView } from '@latchkey/plugin-email-auth/protocol'

/** A line of what a person reads before they decide. */
export interface Fact {
  readonly name: string
  readonly value: string
  /** Shown so that it is not overlooked. */
  readonly isWarning?: boolean
}

export interface Question {
  readonly view: FrameView
  readonly title: string
  readonly facts?: readonly Fact[]
  /** Shown unchanged, in full, behind a fold. */
  readonly raw?: string
  /** A text that the person copies, large. */
  readonly secret?: string
  /** Asks for a text. */
  readonly input?: { readonly label: string }
  readonly accept: string
  readonly refuse?: string
}

export interface Screen {
  /** Shows one question at a time, in their order. Rejects when the person refuses, or the signal is aborted. */
  ask(question: Question, signal: AbortSignal): Promise<string>
}

/** A click that comes sooner after a question appeared was meant for what was there before. */
const gracePeriod = 600

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
  className = '',
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}

/** Everything a person sees of the frame. All text is set as text. */
export function createScreen(root: HTMLElement, onView: (view: FrameView | null) => void): Screen {
  let queue: Promise<unknown> = Promise.resolve()

  function show(question: Question, signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const shownAt = performance.now()
      const form = element('form')
      const input = question.input && element('input')
      const finish = (settle: () => void) => {
        signal.removeEventListener('abort', abort)
        root.replaceChildren()
        onView(null)
        settle()
      }
      const refuse = () => finish(() => reject(new FrameError('user_rejected', 'The request was declined.')))
      const abort = () => finish(() => reject(new FrameError('aborted')))
      form.append(...partsOf(question))
      if (input && question.input) {
        const label = element('label', question.input.label)
        input.autocomplete = 'off'
        input.spellcheck = false
        label.append(input)
        form.append(label)
      }
      form.append(...buttonsOf(question, refuse))
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        if (!event.isTrusted || performance.now() - shownAt < gracePeriod) return
        finish(() => resolve(input?.value ?? ''))
      })
      signal.addEventListener('abort', abort, { once: true })
      root.replaceChildren(form)
      onView(question.view)
    })
  }

  return {
    ask(question, signal) {
      const turn = queue.then(() => {
        if (signal.aborted) throw new FrameError('aborted')
        return show(question, signal)
      })
      queue = turn.catch(() => undefined)
      return turn
    },
  }
}

function partsOf({ title, facts = [], raw, secret }: Question): HTMLElement[] {
  const parts: HTMLElement[] = [element('h1', title)]
  if (facts.length > 0) {
    const list = element('dl')
    for (const { name, value, isWarning } of facts) {
      list.append(element('dt', name), element('dd', plain(value), isWarning ? 'warning' : ''))
    }
    parts.push(list)
  }
  if (secret !== undefined) parts.push(element('output', secret, 'secret'))
  if (raw !== undefined) {
    const fold = element('details')
    fold.append(element('summary', 'Raw data'), element('pre', plain(raw)))
    parts.push(fold)
  }
  return parts
}

function buttonsOf({ accept, refuse: refuseText }: Question, onRefuse: () => void): HTMLElement[] {
  const yes = element('button', accept, 'accept')
  yes.type = 'submit'
  if (refuseText === undefined) return [yes]
  const no = element('button', refuseText)
  no.type = 'button'
  no.addEventListener('click', onRefuse)
  return [no, yes]
}

/** Without signs that reorder or hide text. Line breaks stay. */
const plain = (text: string) => text.replaceAll(/[\p{Cf}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu, '\ufffd')
