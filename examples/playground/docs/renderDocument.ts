import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { parse } from 'sugar-high/core'
import { tokenize } from 'sugar-high/lang/typescript'
import { anchorOf } from '../../../scripts/anchorOf.js'
import { escapeHtml } from './escapeHtml.js'

/** Where the manifests and READMEs of the packages say that the repository is. Here its files are at hand. */
const repository = /^https:\/\/github\.com\/latchkey\/latchkey\/(?:blob|tree)\/main\//

/**
 * The HTML of a document of the repository.
 *
 * @param path from the repository's root: what its links start from
 * @param isDocument whether a path from the repository's root has a page here
 */
export function renderDocument(text: string, path: string, isDocument: (path: string) => boolean): string {
  const place = (address: string): string => {
    if (/^(?:#|data:)/.test(address)) return address
    const own = address.replace(repository, '/')
    if (/^[a-z]+:/.test(own)) return own
    const [file = '', anchor] = own.split('#')
    const found = posix.join(file.startsWith('/') ? '' : posix.dirname(path), file).replace(/^\//, '')
    const page = [found, posix.join(found, 'README.md')].find(isDocument) ?? found
    return `/docs/${page}${anchor === undefined ? '' : `#${anchor}`}`
  }
  const marked = new Marked({ gfm: true })
  marked.use({
    walkTokens(token) {
      if (token.type === 'link' || token.type === 'image') token['href'] = place(String(token['href']))
      if (token.type === 'html') {
        token['text'] = String(token['text']).replaceAll(
          /(src|srcset)="([^"]+)"/g,
          (_, name: string, address: string) => `${name}="${place(address)}"`,
        )
      }
    },
    renderer: {
      heading({ tokens, depth, text: heading }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(heading)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      code({ text: code, lang }: Tokens.Code) {
        const isScript = /^(?:tsx?|jsx?|mjs)\b/.test(lang ?? '')
        return `<pre tabindex="0"><code>${isScript ? coloured(code) : escapeHtml(code)}</code></pre>\n`
      },
      table(token: Tokens.Table) {
        return `<div class="table" tabindex="0">${tableOf(token, (tokens) => this.parser.parseInline(tokens))}</div>\n`
      },
    },
  })
  return marked.parse(text, { async: false })
}

function tableOf({ header, rows }: Tokens.Table, inline: (tokens: Tokens.TableCell['tokens']) => string) {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    `<tr>${cells.map(({ tokens, align }) => `<${tag}${align ? ` data-align="${align}"` : ''}>${inline(tokens)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
}

const coloured = (code: string): string =>
  parse(code, { tokenize })
    .lines.map(({ tokens }) =>
      tokens.map(({ type, value }) => `<span data-kind="${type}">${escapeHtml(value)}</span>`).join(''),
    )
    .join('\n')
