import { escapeText } from '../http/escapeText.js'
import type { FarcasterPerson, FarcasterRequest } from './signRequest.js'

const page = (body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local Farcaster app</title>
<style>body{font:16px/1.5 system-ui;margin:10vh auto;max-width:24rem;padding:0 16px}button{font:inherit;padding:10px 16px;width:100%;margin:4px 0}</style>
${body}
</html>
`

/** Stands in for the app that the link opens on a phone. */
export const requestPage = (
  channelToken: string,
  { domain }: FarcasterRequest,
  people: readonly FarcasterPerson[],
) =>
  page(`<h1>Sign in?</h1>
<p><b>${escapeText(domain)}</b> wants to know your Farcaster account.</p>
<form method="post">
<input type="hidden" name="channelToken" value="${escapeText(channelToken)}">
${people
  .map(
    ({ fid, username }) => `<button name="fid" value="${fid}">Sign in as @${escapeText(username)}</button>`,
  )
  .join('\n')}
</form>`)

export const signedPage = page('<h1>Signed in</h1><p>Go back to the page that asked.</p>')
export const gonePage = page('<h1>This code has expired</h1><p>Ask the page for a new one.</p>')
