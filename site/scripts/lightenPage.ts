import { PurgeCSS } from 'purgecss'
import { deferSections } from './deferSections.js'

/** Attributes that scripts of the page set, so that no page has them when it is built. */
const setLater = ['data-theme', 'open', 'aria-expanded', 'aria-selected', 'hidden']

/** Stands in most rules for text as what they leave out, and in few pages. */
const leftOut = 'not-content'

const sheetTag = /<link rel="stylesheet" href="([^"]+)">/g

/**
 * Makes a built page paint with its first answer: the rules that it uses stand in it, and its style sheets are loaded after the first
 * paint, as its modules are, which otherwise run before it. Without scripts the page has all that it needs.
 *
 * @param readStyles returns the text of a style sheet by its address
 */
export async function lightenPage(html: string, readStyles: (address: string) => string): Promise<string> {
  const addresses = Array.from(html.matchAll(sheetTag), ([, address = '']) => address)
  if (addresses.length === 0) return html
  const styles = addresses.map(readStyles).join('\n')
  const short = withoutAnchorDrawings(html.replaceAll(sheetTag, ''))
  const light = shortenTokens(deferSections(short), styles)
  const [used] = await new PurgeCSS().purge({
    content: [{ raw: tagsOf(light.html), extension: 'html' }],
    css: [{ raw: styles }],
    dynamicAttributes: setLater,
    safelist: [leftOut],
    variables: true,
    defaultExtractor: (text) => text.match(/[\w:/-]+/g) ?? [],
  })
  if (!used) throw new Error('No rules were left of the style sheets. Look at what the generator writes.')
  const later = addresses.map((address) => `<link rel="later" href="${address}">`).join('')
  const [head = '', body = ''] = postponeModules(light.html).split(/(?=<\/head>)/)
  return `${head}<style>${withoutEmpty(used.css)}${light.rules}</style>${later}<script>${laterScript}</script>${body}`
}

/** Words of the text are no names of rules. */
const tagsOf = (html: string): string => (html.match(/<[a-z][^>]*>/g) ?? []).join('')

/** The sign beside each heading comes from the style sheet: its drawing is a third of a long page. */
const withoutAnchorDrawings = (html: string): string =>
  html.replaceAll(/(<span aria-hidden="true" class="sl-anchor-icon">)<svg[\s\S]*?<\/svg>/g, '$1')

const withoutEmpty = (css: string): string => css.replaceAll(/@(?:layer|media)[^{};]*\{\s*\}/g, '')

/** Milliseconds in which the last part of a page is drawn: work that begins with its frame holds the drawing up. */
const drawing = 100

const laterScript = `addEventListener('load',()=>requestAnimationFrame(()=>setTimeout(()=>{
  for(const link of document.querySelectorAll('link[rel=later]'))link.rel='stylesheet';
  document.querySelector('#starlight__sidebar [aria-current=page]')?.scrollIntoView({block:'nearest'});
},${drawing})))`

/** Has modules run once the whole page was drawn, in their order. They are asked for at once. */
function postponeModules(html: string): string {
  if (!html.includes('<script type="module"')) return html
  const asked = Array.from(
    html.matchAll(/<script type="module" src="([^"]+)">/g),
    ([, address = '']) => `<link rel="modulepreload" href="${address}">`,
  )
  return html
    .replaceAll('<script type="module"', '<script type="later"')
    .replace('</head>', () => `${asked.join('')}</head>`)
    .replace('</body>', () => `<script>${modulesScript}</script></body>`)
}

const modulesScript = `requestAnimationFrame(()=>setTimeout(()=>{
  for(const later of document.querySelectorAll('script[type=later]')){
    const own=document.createElement('script');
    own.type='module';
    own.async=false;
    if(later.src)own.src=later.getAttribute('src');
    else own.textContent=later.textContent;
    later.replaceWith(own);
  }
}))`

const tokenTag = /<span style="--0:(#\w+);--1:(#\w+)">([^<]*)<\/span>/gi

/**
 * Gives tokens of code a class for their two colours, and none to those in the colour of all code: a style of its own for each word is
 * what takes longest to work out before the first paint.
 */
function shortenTokens(html: string, styles: string): { readonly html: string; readonly rules: string } {
  const [dark = '', light = ''] = Array.from(
    styles.matchAll(/--ec-codeFg:(#\w+)/g),
    ([, colour = '']) => colour,
  )
  const plain = `${dark}${light}`.toLowerCase()
  const rules = new Map<string, string>()
  const short = html.replaceAll(tokenTag, (_, inDark: string, inLight: string, text: string) => {
    const pair = `${inDark}${inLight}`.toLowerCase()
    if (pair === plain) return text
    const name = `k${pair.replaceAll('#', '')}`
    rules.set(name, `.${name}{color:${inDark}}[data-theme=light] .${name}{color:${inLight}}`)
    return `<span class="${name}">${text}</span>`
  })
  return { html: short, rules: [...rules.values()].join('') }
}
