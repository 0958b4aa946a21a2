/** A page of rules or rights: sections with paragraphs and lists. */
export interface Policy {
  readonly metaTitle: string
  readonly metaDescription: string
  readonly title: string
  readonly lead: string
  /** The day of this version. Change it with the text. */
  readonly version: string
  readonly sections: readonly {
    readonly title: string
    readonly paragraphs?: readonly string[]
    readonly items?: readonly string[]
  }[]
}
