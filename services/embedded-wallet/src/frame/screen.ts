import { FrameError, type FrameEvent, type FrameView } from '@latchkey/plugin-email-auth/protocol'
import { say, type Sentence } from '../words/say.js'
import type { Words } from '../words/translate.js'
import { createElements, type Elements } from './createElements.js'
import { drawFacts } from './drawFacts.js'
import type { Fact } from './facts.js'
import { isTooSmall } from './isTooSmall.js'
import { watchCover } from './watchCover.js'

export interface Question {
  readonly view: FrameView
  readonly title: Sentence
  /** What it is about, in a sentence or two. */
  readonly text?: Sentence
  readonly warning?: Sentence
  readonly facts?: readonly Fact[]
  /** Shown unchanged, in full, behind a fold. */
  readonly raw?: string
  /** Texts that the person copies. */
  readonly secrets?: readonly { readonly name: Sentence; readonly value: string }[]
  /** Asks for a text. */
  readonly input?: { readonly label: Sentence }
  readonly accept: Sentence
  /** Another way to go on, and the answer that stands for it. */
  readonly other?: { readonly label: Sentence; readonly answer: string }
  readonly refuse?: Sentence
}

export interface Screen {
  /** Shows one question at a time, in their order. Rejects when the person refuses, or the signal is aborted. */
  ask(question: Question, signal: AbortSignal): Promise<string>
}

/** A click that comes sooner after a question appeared was meant for what was there before. */
const gracePeriod = 600

const covered = say`Something on the page covers this wallet. Close it, and read what is asked before you go on.`
const tooSmall = say`The page leaves this wallet too little room. Make the window larger, and read what is asked before you go on.`

/**
 * Everything a person sees of the frame. All text is set as text.
 *
 * @param requestOf Returns the id of the request that a signal belongs to, to tell the app which one the person decides about.
 */
export function createScreen(
  root: HTMLElement,
  emit: (event: ScreenEvent) => void,
  requestOf: (signal: AbortSignal) => string | undefined,
  words: Words,
): Screen {
  const parts = { root, emit, requestOf, words }
  let queue: Promise<unknown> = Promise.resolve()
  return {
    ask(question, signal) {
      const turn = queue.then(() => {
        if (signal.aborted) throw new FrameError('aborted')
        return show(parts, question, signal)
      })
      queue = turn.catch(() => undefined)
      return turn
    },
  }
}

interface ScreenParts {
  readonly root: HTMLElement
  readonly emit: (event: ScreenEvent) => void
  readonly requestOf: (signal: AbortSignal) => string | undefined
  readonly words: Words
}

/** Draws a question, and waits for its answer. */
function show(
  { root, emit, requestOf, words }: ScreenParts,
  question: Question,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const showView = viewTeller(emit, requestOf(signal))
    const { form, input, accept, other, title, warn } = draw(question, createElements(words), () => refuse())
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
        if (cover.isCovered()) return warn(covered)
        if (isTooSmall(root)) return warn(tooSmall)
        const answer = event.submitter === other ? question.other?.answer : input?.value
        finish(() => resolve(answer ?? ''))
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

const viewTeller =
  (emit: (event: ScreenEvent) => void, request: string | undefined) => (view: FrameView | null) =>
    emit({ type: 'view', payload: { view, ...(request === undefined ? {} : { request }) } })

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

function draw(question: Question, element: Elements, onRefuse: () => void) {
  const form = element('form')
  const title = element('h1', question.title)
  title.id = 'title'
  title.tabIndex = -1
  form.setAttribute('aria-labelledby', title.id)
  const input = question.input && element('input')
  const problem = element('p', undefined, 'text warning')
  problem.setAttribute('role', 'alert')
  form.append(title, ...partsOf(question, element))
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
  const actions = element('div', undefined, 'actions')
  if (question.refuse !== undefined) actions.append(button(element('button', question.refuse), onRefuse))
  actions.append(accept)
  const other = question.other === undefined ? undefined : element('button', question.other.label)
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
    warn(text: Sentence) {
      problem.replaceChildren(element('span', text))
      form.insertBefore(problem, other ?? actions)
    },
  }
}

function button(made: HTMLButtonElement, onClick: () => void): HTMLButtonElement {
  made.type = 'button'
  made.addEventListener('click', onClick)
  return made
}

function partsOf(
  { text, warning, facts = [], raw, secrets = [] }: Question,
  element: Elements,
): HTMLElement[] {
  const parts: HTMLElement[] = []
  if (text !== undefined) parts.push(element('p', text, 'text'))
  if (warning !== undefined) parts.push(element('p', warning, 'text warning'))
  if (facts.length > 0) parts.push(drawFacts(facts, element))
  parts.push(...secrets.map((secret, index) => secretPart(secret, index, element)))
  if (raw !== undefined) {
    const fold = element('details')
    fold.append(element('summary', say`Raw data`), element('pre', raw))
    parts.push(fold)
  }
  return parts
}

/** A text to be kept, which one press copies. */
function secretPart(
  { name, value }: NonNullable<Question['secrets']>[number],
  index: number,
  element: Elements,
): HTMLElement {
  const part = element('div', undefined, 'secret-part')
  const label = element('span', name, 'secret-name')
  const copy = button(element('button', say`Copy`, 'copy'), () => {
    const tell = (text: Sentence) => copy.replaceChildren(element('span', text))
    navigator.clipboard.writeText(value).then(
      () => tell(say`Copied`),
      () => tell(say`Couldn’t copy`),
    )
  })
  label.id = `secret-${index}`
  copy.id = `copy-${index}`
  copy.setAttribute('aria-labelledby', `${copy.id} ${label.id}`)
  part.append(label, copy, element('output', value, 'secret'))
  return part
}
