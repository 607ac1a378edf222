import type { IncomingMessage, ServerResponse } from 'node:http'

/** Lets a page of any local origin read the answer: these servers hold test coins only and listen on loopback. */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-max-age': '600',
} as const

/** Answers a CORS preflight. Returns whether it did, so that the caller stops there. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'OPTIONS') return false
  response.writeHead(204, crossOriginHeaders).end()
  return true
}
