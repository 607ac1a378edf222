import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { containComponent } from './containComponent.js'
import { containCall, createUnreadable } from './toRenderError.js'

type Props = Readonly<Record<string, unknown>>

const copies = new WeakMap<object, ReactNode>()

/**
 * The same node, of which React reads nothing that throws: components are contained, and what stands in the page's own
 * elements is plain. An element that stays the same has the same copy, so that React sees that it stays the same. The
 * properties of a component are left alone, because it may compare them; what it renders of them is contained then.
 *
 * @throws BaseError `VIEW_FAILED` when the node cannot be read.
 */
export function containNode(node: ReactNode): ReactNode {
  if (typeof node !== 'object' || node === null) return node
  const known = copies.get(node)
  if (known !== undefined) return known
  return containCall(() => {
    if (Array.isArray(node)) return Array.from(node, containNode)
    const copy = copyNode(node)
    copies.set(node, copy)
    return copy
  })
}

function copyNode(node: object): ReactNode {
  if (isValidElement(node)) return copyElement(node)
  const { $$typeof, then } = node as { readonly $$typeof?: unknown; readonly then?: unknown }
  if ($$typeof === Symbol.for('react.portal')) {
    const children = containNode((node as { readonly children?: ReactNode }).children)
    return Object.create(null, describe({ ...node, children }))
  }
  if (typeof then === 'function') return Promise.resolve(node as Promise<ReactNode>).then(containNode)
  if (Symbol.iterator in node) return Array.from(node as Iterable<ReactNode>, containNode)
  throw createUnreadable()
}

const describe = Object.getOwnPropertyDescriptors

function copyElement(element: ReactElement): ReactNode {
  const { type, key, props } = element as ReactElement<Props>
  if (typeof key === 'object' && key !== null) throw createUnreadable()
  const changed = { type: isComponent(type) ? containComponent(type) : type, props: copyProps(type, props) }
  // Members that are not listed hold what React notes of an element while it is developed.
  return Object.create(Object.prototype, { ...describe(element), ...describe(changed) })
}

const isComponent = (type: unknown) => typeof type === 'function' || typeof type === 'object'

function copyProps(type: unknown, props: Props): Props {
  if (typeof type === 'string') return Object.fromEntries(Object.entries(props).map(copyProp))
  const kind = typeof type === 'object' ? (type as { readonly $$typeof?: unknown } | null)?.$$typeof : type
  if (typeof kind !== 'symbol' || isOwn.has(kind)) return props
  const { children, fallback } = props
  const given = typeof children === 'function' ? containChild(children as () => ReactNode) : children
  return {
    ...props,
    ...('children' in props ? { children: containNode(given as ReactNode) } : {}),
    ...('fallback' in props ? { fallback: containNode(fallback as ReactNode) } : {}),
  }
}

/** Components of a plugin's own, whose properties they read themselves. */
const isOwn = new Set(['react.memo', 'react.forward_ref', 'react.lazy'].map((name) => Symbol.for(name)))

const containChild =
  (child: (...inputs: never[]) => ReactNode) =>
  (...inputs: never[]) =>
    containCall(() => containNode(child(...inputs)))

type Reference = (element: unknown) => unknown
const references = new WeakMap<Reference, Reference>()

/** One for each, because React calls a reference again that is another one. */
function containReference(reference: Reference): Reference {
  const known = references.get(reference)
  if (known) return known
  const contained: Reference = (element) =>
    containCall(() => {
      const end = reference(element)
      return typeof end === 'function' ? () => containCall(() => void end()) : end
    })
  references.set(reference, contained)
  return contained
}

/** What an element of the page is given: texts, functions, and a few plain objects. */
function copyProp([name, value]: [string, unknown]): [string, unknown] {
  if (name === 'ref' && typeof value === 'function') return [name, containReference(value as Reference)]
  if (typeof value !== 'object' || value === null || name === 'ref') return [name, value]
  if (name === 'children') return [name, containNode(value as ReactNode)]
  if (name !== 'style' && name !== 'dangerouslySetInnerHTML') return [name, copyValue(value)]
  const members = Object.entries(value).map(([member, own]) => [member, copyValue(own)])
  return [name, Object.fromEntries(members)]
}

/** React makes a text of it, save of a list, which a `<select>` takes. */
function copyValue(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, copyValue)
  return typeof value === 'object' && value !== null ? `${value}` : value
}
