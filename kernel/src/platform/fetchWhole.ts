/** Statuses whose answers have no body (Fetch standard, "null body status"). */
const bodiless = new Set([101, 103, 204, 205, 304])

/**
 * `fetch` that settles with the whole answer and not with its headers, so that a limit in time put around it holds for
 * a body that stalls too. The answer has no `url`.
 */
export async function fetchWhole(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  const body = await response.arrayBuffer()
  const { status, statusText, headers } = response
  return new Response(bodiless.has(status) ? null : body, { status, statusText, headers })
}
