/** A page in the form that the generator reads. */
export interface WrittenPage {
  readonly slug: string
  readonly title: string
  /** One or two sentences for searches and for the list of pages. */
  readonly description: string
  /** Markdown without the title. */
  readonly body: string
  /** How deep the list of headings beside the page goes, where three would be too many lines. */
  readonly headings?: 2
}

/** Makes a page of a document: its first heading is the title, its first paragraph the description. */
export function pageFrom(slug: string, text: string): WrittenPage {
  const [, heading = '', body = ''] = /^# (.+)\n([\s\S]*)$/m.exec(text) ?? []
  return { slug, title: heading.replaceAll('`', ''), description: firstParagraph(body), body: body.trim() }
}

/** The page as a file of the generator's. */
export function fileOfPage({ slug, title, description, body, headings }: WrittenPage): string {
  const alternate = {
    tag: 'link',
    attrs: { rel: 'alternate', type: 'text/markdown', href: `/${markdownPath(slug)}` },
  }
  const head = JSON.stringify([alternate])
  const contents =
    headings === undefined ? '' : `tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: ${headings} }\n`
  return `---
title: ${JSON.stringify(title)}
description: ${JSON.stringify(description)}
head: ${head}
${contents}---

${body}
`
}

/** The page as Markdown alone, for those who read without a browser. */
export const markdownOfPage = ({ title, body }: WrittenPage): string => `# ${title}\n\n${body}\n`

/** Where the Markdown of a page is. */
export const markdownPath = (slug: string): string => `${slug === '' ? 'index' : slug}.md`

const descriptionLimit = 200

function firstParagraph(body: string): string {
  const paragraph =
    body
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .split(/\n{2,}/)
      .map((part) => part.trim())
      .find((part) => part !== '' && !/^(?:[#|<!>-]|\d+\. )/.test(part)) ?? ''
  const plain = paragraph
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/\s+/g, ' ')
    // Decisions name their parts; the first is what the whole page is about.
    .replace(/^(?:What|Chosen)\. /, '')
  if (plain.length <= descriptionLimit) return plain
  const sentences = plain.slice(0, descriptionLimit).replace(/([.!?]) [^.!?]*$/, '$1')
  return sentences.length < descriptionLimit
    ? sentences
    : `${plain.slice(0, descriptionLimit - 1).trimEnd()}…`
}
