import { Icon, type IconProps } from './Icon.js'

export function QrIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M4 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5ZM14 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V5ZM4 15a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-4ZM14 14v2.5M14 20h2M17 14.5v2.5h3V14M20 20v.1"
    />
  )
}
