/**
 * Signs a person in at the provider's own pages, as a browser without scripts would, and returns the address that the
 * provider sends them back to.
 */
export async function signInAt(authorizationUrl: string, name: string): Promise<string> {
  const answer = await walk(authorizationUrl, name)
  if (typeof answer !== 'string') throw new Error('The provider sent a form back. Read it with answerOf().')
  return answer
}

/** Like `signInAt`, for `response_mode=form_post`: returns the fields of the form that the provider sends. */
export async function answerOf(authorizationUrl: string, name: string): Promise<URLSearchParams> {
  const answer = await walk(authorizationUrl, name)
  if (typeof answer === 'string') throw new Error(`The provider led back to ${answer} and sent no form.`)
  return answer
}

async function walk(authorizationUrl: string, name: string): Promise<string | URLSearchParams> {
  const cookies = new Map<string, string>()
  let url = new URL(authorizationUrl)
  const { origin } = url
  let form: URLSearchParams | undefined
  for (let step = 0; step < 20; step += 1) {
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [key = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2)
      if (value) cookies.set(key, value)
      else cookies.delete(key)
    }
    form = undefined
    const location = response.headers.get('location')
    if (location) {
      const next = new URL(location, url)
      if (next.origin !== origin) return next.href
      url = next
      continue
    }
    const page = await response.text()
    const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1]
    if (action && new URL(action, url).origin !== origin) return fieldsOf(page)
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (!action || !prompt)
      throw new Error(`The provider showed no form: ${response.status} ${page.slice(0, 300)}`)
    url = new URL(action, url)
    form = new URLSearchParams(prompt === 'login' ? { prompt, login: name, password: 'any' } : { prompt })
  }
  throw new Error('The provider did not send the person back.')
}

const fieldsOf = (page: string) =>
  new URLSearchParams(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
