import { markdownOfPage, markdownPath, type WrittenPage } from './writtenPage.js'

/** Pages of one part of the menu. */
export interface ListedGroup {
  readonly label: string
  readonly pages: readonly WrittenPage[]
}

const summary =
  'Latchkey is a wallet connection modal and account widget for web apps, made of a small kernel and plugins: ' +
  'EVM chains, Solana, Bitcoin and Polkadot, wallets of the page and of phones, email login, sending, swapping, paying and sign-in. ' +
  'It is not on the public npm registry yet, and nothing has been tried on a public network or a real phone.'

/** The list of all pages for those who read them as Markdown: one line each. */
export function listForAgents(groups: readonly ListedGroup[]): string {
  const parts = groups.map(({ label, pages }) => {
    const lines = pages.map(
      ({ slug, title, description }) =>
        `- [${title}](/${markdownPath(slug)})${description ? `: ${description}` : ''}`,
    )
    return `## ${label}\n\n${lines.join('\n')}`
  })
  return `# Latchkey\n\n> ${summary}\n\n${parts.join('\n\n')}\n`
}

/** Pages left out, because they take more room than they help: reasons, proofs, and each name's type. */
const leftOut =
  /^(?:decisions\/|spec-coverage$|reference-coverage$|measured$|packages\/devstack|packages\/.*\/api$)/

/** All pages in one file, but for those that {@link leftOut} names. */
export function everythingForAgents(groups: readonly ListedGroup[]): string {
  const pages = groups.flatMap((group) => group.pages).filter(({ slug }) => !leftOut.test(slug))
  return pages.map((page) => `<!-- /${markdownPath(page.slug)} -->\n\n${markdownOfPage(page)}`).join('\n')
}
