import { stories } from '../../ui-react/gallery/stories.js'
import { screens } from './screens.js'

// The page to look through: one screen, or a whole group, in the settings chosen above it. The address keeps all of it.
const query = new URLSearchParams(location.search)
const settings = {
  theme: ['light', 'dark', 'both'],
  width: ['360', '320', '390', '768', '1280'],
  text: ['100 %', '200 %'],
  dir: ['ltr', 'rtl'],
  words: ['english', 'pseudo'],
} as const
const kitGroups = [...new Set(stories.map(({ id }) => `${id.split('/')[0]}/`))]
const entries = [
  ...screens.map(({ id }) => ({ id, group: id.split('/')[0] ?? '', name: id.split('/')[1] ?? '' })),
  ...kitGroups.map((id) => ({ id, group: 'kit', name: id.slice(0, -1) })),
]
const chosen = (name: keyof typeof settings) => query.get(name) ?? settings[name][0]

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function change(name: string, value: string): void {
  query.set(name, value)
  history.replaceState(null, '', `?${query}`)
  draw()
}

function address(id: string, theme: string): string {
  const shown = new URLSearchParams({ theme, dir: chosen('dir') })
  shown.set(id.endsWith('/') ? 'story' : 'screen', id)
  if (chosen('words') === 'pseudo') shown.set('pseudo', '')
  // The kit's smallest size is 10 px, from which all others are made.
  if (chosen('text') === '200 %') shown.set('text', '20px')
  const accent = query.get('accent')
  if (accent) shown.set('accent', accent)
  return `./stage.html?${shown}`
}

function drawList(): void {
  const text = (document.querySelector<HTMLInputElement>('#search')?.value ?? '').toLowerCase()
  const wanted = entries.filter(({ id, group }) => `${group} ${id}`.includes(text))
  const groups = [...new Set(wanted.map(({ group }) => group))]
  const link = (shown: string, name: string) => {
    const made = element('a', { href: `?show=${shown}`, textContent: name })
    made.dataset['screen'] = shown
    if (query.get('show') === shown) made.setAttribute('aria-current', 'page')
    made.addEventListener('click', (event) => {
      event.preventDefault()
      change('show', shown)
    })
    return made
  }
  document
    .querySelector('#list')
    ?.replaceChildren(
      ...groups.flatMap((group) => [
        element('h2', {}, link(`group:${group}`, group)),
        ...wanted.filter((entry) => entry.group === group).map(({ id, name }) => link(id, name)),
      ]),
    )
}

function drawSettings(): void {
  const selects = Object.entries(settings).map(([name, values]) => {
    const select = element('select', { name })
    select.append(...values.map((value) => new Option(value)))
    select.value = chosen(name as keyof typeof settings)
    select.addEventListener('change', () => change(name, select.value))
    return element('label', { textContent: `${name} ` }, select)
  })
  const accent = element('input', { type: 'color', value: query.get('accent') ?? '#006b5b' })
  accent.addEventListener('change', () => change('accent', accent.value))
  const label = element('label', { textContent: 'accent ' }, accent)
  document.querySelector('#settings')?.replaceChildren(...selects, label)
}

/** The frames that wait until they come into view: a browser's own lazy loading begins with those of several screens. */
const waiting = new Map<Element, string>()
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const source = waiting.get(target)
    if (!isIntersecting || source === undefined || !(target instanceof HTMLIFrameElement)) continue
    target.src = source
    waiting.delete(target)
    sight.unobserve(target)
  }
})

function loadInView(frame: HTMLIFrameElement, source: string): void {
  waiting.set(frame, source)
  sight.observe(frame)
}

function draw(): void {
  sight.disconnect()
  waiting.clear()
  drawList()
  drawSettings()
  const show = query.get('show') ?? entries[0]?.id ?? ''
  const ids = show.startsWith('group:')
    ? entries.filter(({ group }) => `group:${group}` === show).map(({ id }) => id)
    : [show]
  const width = Number(chosen('width'))
  const themes = chosen('theme') === 'both' ? ['light', 'dark'] : [chosen('theme')]
  document.querySelector('#shown')?.replaceChildren(
    ...ids.flatMap((id) =>
      themes.map((theme) => {
        const frame = element('iframe', { title: `${id}, ${theme}` })
        frame.width = String(width)
        frame.height = width < 480 ? '740' : '800'
        loadInView(frame, address(id, theme))
        return element('figure', {}, element('figcaption', { textContent: `${id}, ${theme}` }), frame)
      }),
    ),
  )
}

document.querySelector('#search')?.addEventListener('input', drawList)
draw()
