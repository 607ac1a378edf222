import { sayDevice } from '../login/describeDevice.js'
import { say, type Sentence } from '../words/say.js'
import { drawText } from './drawText.js'
import { readWords } from './readWords.js'
import { sayProblem } from './sayProblem.js'

/** The page that a mail's link opens: it shows what is approved, and approves on a click only, because mail programs open links. */
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)

const words = readWords()

const ask = (path: string) =>
  fetch(path, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
    body: JSON.stringify({ token }),
  }).then(async (response) => ({
    isOk: response.ok,
    body: (await response.json()) as Record<string, unknown>,
  }))

const element = <Name extends 'h1' | 'p' | 'button'>(name: Name, text: Sentence) => {
  const made = document.createElement(name)
  drawText(made, text, words)
  return made
}

const title = () => element('h1', say`Approve a new device`)
const unreachable = say`The wallet service can’t be reached. Load the page again.`

const problemOf = (body: Readonly<Record<string, unknown>>) => sayProblem(String(body['message']))

async function start(): Promise<void> {
  const { isOk, body } = await ask('/v1/approval/read')
  if (!isOk) return document.body.replaceChildren(title(), element('p', problemOf(body)))
  const button = element('button', say`Approve`)
  button.addEventListener('click', () => void approve(button))
  const device = sayDevice(String(body['description']))
  document.body.replaceChildren(
    title(),
    element('p', say`Somebody is signing in to your wallet on ${String(body['origin'])} with ${device}.`),
    element('p', say`Approve only if it’s you. If it isn’t, close this page.`),
    button,
  )
}

async function approve(button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  const { isOk, body } = await ask('/v1/approval/approve')
  const result = isOk
    ? say`Approved. Your code is on its way: go back to the app and enter it.`
    : problemOf(body)
  document.body.replaceChildren(title(), element('p', result))
}

start().catch(() => document.body.replaceChildren(element('p', unreachable)))
