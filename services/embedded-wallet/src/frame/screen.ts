import { FrameError, type FrameEvent, type FrameView } from '@latchkey/plugin-email-auth/protocol'
import { isTooSmall } from './isTooSmall.js'
import { watchCover } from './watchCover.js'

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
  /** What it is about, in a sentence or two. */
  readonly text?: string
  readonly warning?: string
  readonly facts?: readonly Fact[]
  /** Shown unchanged, in full, behind a fold. */
  readonly raw?: string
  /** Texts that the person copies. */
  readonly secrets?: readonly { readonly name: string; readonly value: string }[]
  /** Asks for a text. */
  readonly input?: { readonly label: string }
  readonly accept: string
  /** Another way to go on. The answer is its own text. */
  readonly other?: string
  readonly refuse?: string
}

export interface Screen {
  /** Shows one question at a time, in their order. Rejects when the person refuses, or the signal is aborted. */
  ask(question: Question, signal: AbortSignal): Promise<string>
}

/** A click that comes sooner after a question appeared was meant for what was there before. */
const gracePeriod = 600

const covered = 'Something on the page covers this wallet. Close it, and read what is asked before you go on.'
const tooSmall =
  'The page leaves this wallet too little room. Make the window larger, and read what is asked before you go on.'

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
export function createScreen(root: HTMLElement, emit: (event: ScreenEvent) => void): Screen {
  let queue: Promise<unknown> = Promise.resolve()
  const showView = (view: FrameView | null) => emit({ type: 'view', payload: { view } })

  function show(question: Question, signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const { form, input, accept, other, title, say } = draw(question, () => refuse())
      const over = new AbortController()
      const finish = (settle: () => void) => {
        over.abort()
        root.replaceChildren()
        showView(null)
        settle()
      }
      const refuse = () => finish(() => reject(new FrameError('user_rejected', 'The request was declined.')))
      const listening = { signal: over.signal }
      form.addEventListener(
        'submit',
        (event) => {
          event.preventDefault()
          if (!event.isTrusted || accept.disabled) return
          if (cover.isCovered()) return say(covered)
          if (isTooSmall(root)) return say(tooSmall)
          finish(() => resolve(event.submitter === other ? (question.other ?? '') : (input?.value ?? '')))
        },
        listening,
      )
      document.addEventListener('keydown', ({ key }) => key === 'Escape' && refuse(), listening)
      signal.addEventListener('abort', () => finish(() => reject(new FrameError('aborted'))), listening)
      root.replaceChildren(form)
      showView(question.view)
      ;(input ?? title).focus()
      const grace = startGrace(accept)
      // The whole frame: text that's scrolled out of view would count as covered by the app.
      const cover = watchCover(root, grace.again)
      const stopSizes = tellSizes(root, form, emit)
      over.signal.addEventListener('abort', () => {
        cover.stop()
        stopSizes()
        grace.stop()
      })
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

/** Keeps a button from being pressed until it was in sight for a moment. */
function startGrace(button: HTMLButtonElement) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const again = () => {
    stop()
    button.disabled = true
    timer = setTimeout(() => {
      button.disabled = false
    }, gracePeriod)
  }
  again()
  return { again, stop }
}

export type ScreenEvent = Extract<FrameEvent, { type: 'view' | 'size' }>

/** Tells the app how much room the question needs, whenever that changes. */
function tellSizes(root: HTMLElement, form: HTMLElement, emit: (event: ScreenEvent) => void): () => void {
  const observer = new ResizeObserver(() => {
    const { paddingTop, paddingBottom } = getComputedStyle(root)
    const height = form.offsetHeight + Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
    emit({ type: 'size', payload: { height: Math.min(10_000, Math.ceil(height)) } })
  })
  observer.observe(form)
  return () => observer.disconnect()
}

function draw(question: Question, onRefuse: () => void) {
  const form = element('form')
  const title = element('h1', question.title)
  title.id = 'title'
  title.tabIndex = -1
  form.setAttribute('aria-labelledby', title.id)
  const input = question.input && element('input')
  const problem = element('p', '', 'text warning')
  problem.setAttribute('role', 'alert')
  form.append(title, ...partsOf(question))
  if (input && question.input) {
    const label = element('label', question.input.label)
    input.autocomplete = 'off'
    input.spellcheck = false
    label.append(input)
    form.append(label)
  }
  const accept = element('button', question.accept, 'accept')
  accept.type = 'submit'
  accept.disabled = true
  const actions = element('div', '', 'actions')
  if (question.refuse !== undefined) actions.append(button(question.refuse, onRefuse))
  actions.append(accept)
  const other = question.other === undefined ? undefined : element('button', question.other)
  if (other) {
    other.type = 'submit'
    form.append(other)
  }
  form.append(actions)
  return {
    form,
    input,
    accept,
    other,
    title,
    say(text: string) {
      problem.textContent = text
      form.insertBefore(problem, other ?? actions)
    },
  }
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', text)
  made.type = 'button'
  made.addEventListener('click', onClick)
  return made
}

function partsOf({ text, warning, facts = [], raw, secrets = [] }: Question): HTMLElement[] {
  const parts: HTMLElement[] = []
  if (text !== undefined) parts.push(element('p', text, 'text'))
  if (warning !== undefined) parts.push(element('p', warning, 'text warning'))
  if (facts.length > 0) {
    const list = element('dl')
    for (const { name, value, isWarning } of facts) {
      const line = element('div', '', isWarning ? 'warning' : '')
      line.append(element('dt', plain(name)), element('dd', plain(value)))
      list.append(line)
    }
    parts.push(list)
  }
  parts.push(...secrets.map(secretPart))
  if (raw !== undefined) {
    const fold = element('details')
    fold.append(element('summary', 'Raw data'), element('pre', plain(raw)))
    parts.push(fold)
  }
  return parts
}

/** A text to be kept, which one press copies. */
function secretPart({ name, value }: { readonly name: string; readonly value: string }): HTMLElement {
  const part = element('div', '', 'secret-part')
  const copy = button('Copy', () => {
    navigator.clipboard.writeText(value).then(
      () => (copy.textContent = 'Copied'),
      () => (copy.textContent = 'Couldn’t copy'),
    )
  })
  copy.className = 'copy'
  copy.setAttribute('aria-label', `Copy ${name.toLowerCase()}`)
  part.append(element('span', name, 'secret-name'), copy, element('output', value, 'secret'))
  return part
}

/** Without signs that reorder or hide text. Line breaks stay. */
const plain = (text: string) => text.replaceAll(/[\p{Cf}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu, '\ufffd')
