/** Asks a service the way a page does. */
export function createReader(url: string) {
  async function ask(path: string, init?: RequestInit): Promise<any> {
    const answer = await fetch(`${url}${path}`, init)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const query = (values: Record<string, string>) => new URLSearchParams({ projectId: 'test', ...values })
  const get = (path: string, values: Record<string, string> = {}) => ask(`${path}?${query(values)}`)
  return {
    get,
    balance: (address: string, values: Record<string, string>) =>
      get(`/v1/account/${address}/balance`, values),
    history: (address: string, values: Record<string, string> = {}) =>
      get(`/v1/account/${address}/history`, values),
    post: (path: string, body: unknown) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** Status, headers and body of an answer, whatever it is. */
    async raw(path: string, init?: RequestInit) {
      const answer = await fetch(`${url}${path}`, init)
      const text = await answer.text()
      return {
        status: answer.status,
        headers: answer.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
    },
  }
}
