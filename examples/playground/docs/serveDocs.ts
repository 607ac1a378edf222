import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Connect } from 'vite'
import { type DocumentGroup, listDocuments } from './listDocuments.js'
import { pageOf } from './pageOf.js'
import { renderDocument } from './renderDocument.js'

const pictureFolder = 'docs/images'
const pictureTypes: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/**
 * The documents of the repository as pages, and the pictures that they show: the playground links to them, wherever the
 * repository is. Everything else below `/docs` is no page.
 */
export function serveDocs(root: string): Connect.NextHandleFunction {
  const groups = listDocuments(root)
  const pictures = new Set(readdirSync(join(root, pictureFolder)).map((name) => `${pictureFolder}/${name}`))
  return (request, response) => {
    const path = documentPath(request.url)
    const type = pictureTypes[extname(path)]
    if (type && pictures.has(path)) {
      response.setHeader('content-type', type)
      response.end(readFileSync(join(root, path)))
      return
    }
    const html = documentPage(root, groups, path)
    response.statusCode = html === undefined ? 404 : 200
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html ?? pageOf({ groups, title: 'Not found', path, html: notFound }))
  }
}

/** The page of a document, or nothing when it isn't one that the list has. */
export function documentPage(
  root: string,
  groups: readonly DocumentGroup[],
  path: string,
): string | undefined {
  const documents = new Map(
    groups.flatMap(({ documents }) => documents).map((document) => [document.path, document]),
  )
  const document = documents.get(path)
  if (!document) return undefined
  const text = readFileSync(join(root, path), 'utf8')
  return pageOf({
    groups,
    title: document.title,
    path,
    html: renderDocument(text, path, (wanted) => documents.has(wanted)),
  })
}

const notFound =
  '<h1>There’s no such page</h1><p>The list has every document. <a href="/docs/">Start at the first</a>.</p>'

/** The document that an address below `/docs` names. No name needs an escape, so one with escapes is no document's. */
export function documentPath(url = '/'): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^\//, '')
  return path === '' ? 'README.md' : path
}
