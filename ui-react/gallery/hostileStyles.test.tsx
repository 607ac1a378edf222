import preflight from 'tailwindcss/preflight.css?raw'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import '../src/styles.css'
import './gallery.css'
import { ThemeRoot } from '../src/theme/ThemeRoot.js'
import { hostileStyles } from './hostileStyles.js'
import { stories } from './stories.js'

type Look = { readonly [property: string]: string }

/** Properties that change by themselves while an animation runs. */
const animated = new Set(['opacity', 'rotate'])

/** Physical longhands; the logical ones are aliases of them. */
const properties = [...getComputedStyle(document.documentElement)].filter(
  (property) =>
    !property.startsWith('--') && !/-(?:inline|block)(?:-|$)|^(?:inline|block)-size$/.test(property),
)

function lookOf(element: Element, pseudo: string): Look {
  const style = getComputedStyle(element, pseudo)
  if (pseudo && style.content === 'none') return { content: 'none' }
  const isAnimated = element.hasAttribute('data-animated')
  return Object.fromEntries(
    properties
      .filter((property) => !(isAnimated && animated.has(property)))
      .map((property) => [property, style.getPropertyValue(property)]),
  )
}

const describeElement = (element: Element | null): string =>
  `${element?.tagName.toLowerCase()}${[...(element?.attributes ?? [])]
    .filter(({ name }) => /^(?:class|data-|aria-(?:selected|pressed|disabled)|disabled|role)/.test(name))
    .map(({ name, value }) => `[${name}="${value}"]`)
    .join('')}`

/** One element of each kind and state: a hundred equal icons prove no more than one. */
function kitElements(): readonly Element[] {
  const kinds = new Map<string, Element>()
  for (const element of document.querySelectorAll('[class^="lk-"]')) {
    const kind = `${describeElement(element.parentElement)} > ${describeElement(element)}`
    if (!kinds.has(kind)) kinds.set(kind, element)
  }
  return [...kinds.values()]
}

function looks(elements: readonly Element[]): ReadonlyArray<readonly [name: string, look: Look]> {
  return elements.flatMap((element) =>
    ['', '::before', '::after'].map(
      (pseudo) => [describeElement(element) + pseudo, lookOf(element, pseudo)] as const,
    ),
  )
}

function differences(before: ReturnType<typeof looks>, after: ReturnType<typeof looks>): readonly string[] {
  return before.flatMap(([name, look], index) =>
    Object.entries(look).flatMap(([property, value]) => {
      const now = after[index]?.[1][property]
      return now === value ? [] : [`${name} ${property}: ${value} -> ${now}`]
    }),
  )
}

async function showAll(): Promise<void> {
  await render(
    <ThemeRoot mode="light">
      <main className="gallery">
        {stories
          .filter(({ id }) => id !== 'rows/virtual')
          .map((story) => (
            <div key={story.id} className="frame">
              {story.render()}
            </div>
          ))}
      </main>
    </ThemeRoot>,
  )
  await expect.poll(() => document.querySelectorAll('.lk-picture img').length).toBeGreaterThan(5)
  for (const element of document.querySelectorAll('*')) {
    const isKit = element.getAttribute('class')?.startsWith('lk-') || element.hasAttribute('data-latchkey')
    if (!isKit) element.setAttribute('data-wrapper', '')
  }
}

function addSheet(css: string): () => void {
  const sheet = document.createElement('style')
  sheet.textContent = css
  document.head.append(sheet)
  return () => sheet.remove()
}

describe('the kit inside a hostile page', () => {
  const sheets = { ...hostileStyles, 'the Tailwind preflight': preflight }

  it.each(Object.entries(sheets))('looks the same under %s', async (_, css) => {
    await showAll()
    const elements = kitElements()
    const before = looks(elements)
    const remove = addSheet(css)
    const after = looks(elements)
    remove()
    expect(elements.length).toBeGreaterThan(150)
    expect(differences(before, after).slice(0, 20)).toEqual([])
  })

  it('would be seen to change, were it not protected', async () => {
    await showAll()
    const elements = kitElements()
    const before = looks(elements)
    const button = elements.find((element) => element.classList.contains('lk-button'))
    button?.setAttribute('class', 'other')
    const remove = addSheet(hostileStyles['all: unset'] ?? '')
    expect(differences(before, looks(elements)).length).toBeGreaterThan(20)
    remove()
  })

  it('lets a host override on purpose from a layer declared before ours', async () => {
    const layer = document.createElement('style')
    layer.textContent =
      '@layer my-overrides, latchkey; @layer my-overrides { .lk-button { text-transform: uppercase !important; } }'
    document.head.prepend(layer)
    await render(<ThemeRoot mode="light">{stories[0]?.render()}</ThemeRoot>)
    expect(getComputedStyle(document.querySelector('.lk-button')!).textTransform).toBe('uppercase')
    layer.remove()
  })
})
