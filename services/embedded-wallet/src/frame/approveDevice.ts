/** The page that a mail's link opens: it shows what is approved, and approves on a click only, because mail programs open links. */
const token = location.hash.slice(1)
history.replaceState(null, '', location.pathname)

const ask = (path: string) =>
  fetch(path, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  }).then(async (response) => ({
    isOk: response.ok,
    body: (await response.json()) as Record<string, unknown>,
  }))

const say = (name: 'h1' | 'p', text: string) => {
  const line = document.createElement(name)
  line.textContent = text
  return line
}

async function start(): Promise<void> {
  const { isOk, body } = await ask('/v1/approval/read')
  if (!isOk)
    return document.body.replaceChildren(say('h1', 'Approve a new device'), say('p', String(body['message'])))
  const button = document.createElement('button')
  button.textContent = 'Approve'
  button.addEventListener('click', () => void approve(button))
  document.body.replaceChildren(
    say('h1', 'Approve a new device'),
    say(
      'p',
      `Somebody is signing in to your wallet on ${String(body['origin'])} with ${String(body['description'])}.`,
    ),
    say('p', "Approve only if it's you. If it isn't, close this page."),
    button,
  )
}

async function approve(button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  const { isOk, body } = await ask('/v1/approval/approve')
  const result = isOk
    ? 'Approved. Your code is on its way: go back to the app and enter it.'
    : String(body['message'])
  document.body.replaceChildren(say('h1', 'Approve a new device'), say('p', result))
}

start().catch(() =>
  document.body.replaceChildren(say('p', "The wallet service can't be reached. Load the page again.")),
)
