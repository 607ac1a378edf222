import { Icon, type IconProps } from './Icon.js'

export function TrashIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 11.6a1.5 1.5 0 0 0 1.5 1.4h6.4a1.5 1.5 0 0 0 1.5-1.4L17.5 7M10 11v5M14 11v5"
    />
  )
}
