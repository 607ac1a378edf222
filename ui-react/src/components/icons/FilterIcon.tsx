import { Icon, type IconProps } from './Icon.js'

export function FilterIcon(props: IconProps) {
  return <Icon {...props} path="M4 7h16M7 12h10M10 17h4" />
}
