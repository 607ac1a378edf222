import type { HttpRequest, HttpService } from '../platform/http.js'
import { parse } from '../platform/parse.js'

type Answer = unknown | ((request: HttpRequest<unknown>) => unknown)

export interface FakeHttp extends HttpService {
  /** What to answer to a method and URL without query. A function is called with the request; an error is thrown. */
  answer(method: NonNullable<HttpRequest<unknown>['method']>, url: string, answer: Answer): void
  /** Every request so far. */
  readonly requests: readonly HttpRequest<unknown>[]
}

/** Answers what it was told and nothing else; answers pass the request's schema as real ones do. */
export function fakeHttp(): FakeHttp {
  const answers = new Map<string, Answer>()
  const requests: HttpRequest<unknown>[] = []
  return {
    requests,
    answer: (method, url, answer) => void answers.set(`${method} ${url}`, answer),
    async request<T>(request: HttpRequest<T>): Promise<T> {
      requests.push(request)
      const key = `${request.method ?? 'GET'} ${request.url}`
      if (!answers.has(key)) throw new Error(`The fake was not told what to answer to ${key}.`)
      const answer = answers.get(key)
      const value = await (typeof answer === 'function' ? answer(request) : answer)
      if (value instanceof Error) throw value
      return parse(request.schema, value, request.what)
    },
  }
}
