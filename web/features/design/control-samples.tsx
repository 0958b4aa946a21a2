/** Buttons and form controls in every state. Hover and focus: point at them, or use Tab. */
import { useState } from 'react'
import { AmountFields } from '../../ui/amount-fields.tsx'
import { Button, buttonClass, type ButtonLook } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Choices } from '../../ui/choices.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Select } from '../../ui/select.tsx'
import { CodeField, FormFault, SlipField } from '../../ui/slip-fields.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Sample } from './sample.tsx'

const LOOKS: readonly ButtonLook[] = ['primary', 'gold', 'outline', 'quiet']

function SlipSample() {
  return (
    <Sample title="Slip field, code field and form fault">
      <div className="sample-grid">
        <SlipField label="Slip number" error={undefined} />
        <CodeField label="Code" error={undefined} />
        <FormFault title="Nothing was sent" fault="This slip and this code do not belong together." />
      </div>
    </Sample>
  )
}

export function ControlSamples() {
  const [amount, setAmount] = useState<number | undefined>(1000)
  return (
    <>
      <ButtonSample />
      <DownloadSample />
      <FieldSample />
      <SlipSample />
      <Sample
        title="Text field, text area and password field"
        note="A field with what is filled in; a password can be shown, and rated."
      >
        <div className="sample-grid">
          <TextField label="Text field" hint="As on your papers" error={undefined} />
          <TextArea label="Text area" hint="As much as you like" error={undefined} rows={3} />
          <PasswordField label="Password" error={undefined} autoComplete="off" />
          <PasswordField label="A password that is chosen" rated error={undefined} autoComplete="new-password" />
          <PasswordField
            label="A password at fault"
            error="Password must be at least 6 characters"
            autoComplete="new-password"
          />
        </div>
      </Sample>
      <Sample title="Select">
        <div className="sample-grid">
          {(['Ready', 'At fault', 'Disabled'] as const).map((state) => (
            <Field key={state} label={state} error={state === 'At fault' ? 'Please choose a fund.' : undefined}>
              {(control) => (
                <Select {...control} disabled={state === 'Disabled'}>
                  <option>General Fund</option>
                  <option>Medical Aid</option>
                </Select>
              )}
            </Field>
          ))}
        </div>
      </Sample>
      <AmountSample />
      <Sample title="Checkbox and choices">
        <div className="sample-grid">
          <Checkbox label="Off" />
          <Checkbox label="On, with a hint" hint="Always on. We never ask who you are." defaultChecked />
          <Checkbox label="Disabled" disabled />
        </div>
        <div className="sample-grid">
          <Choices label="One of several" options={AMOUNTS} chosen={amount} onChoose={setAmount} />
          <Choices label="Disabled" options={AMOUNTS} chosen={1000} disabled onChoose={setAmount} />
        </div>
        <FileChooser
          words={FILES}
          busy={false}
          said="1 document added."
          faults={['b.exe is not a PDF.']}
          onFiles={nothing}
        />
        <FileChooser words={FILES} busy said="Checking your files …" faults={[]} onFiles={nothing} />
      </Sample>
    </>
  )
}

function AmountSample() {
  const [typed, setTyped] = useState('2500')
  return (
    <Sample title="Amount fields" note="Quick amounts and a field write the same text.">
      <div className="sample-grid">
        {(['Ready', 'Disabled'] as const).map((state) => (
          <div key={state} className="grid gap-6">
            <AmountFields
              words={{ quickAmounts: 'Choose an amount', amount: 'Or another amount', amountHint: 'In naira' }}
              quick={[1000, 2500, 5000]}
              typed={typed}
              naira={Number(typed)}
              typedFault={undefined}
              fault={undefined}
              inputMode="decimal"
              disabled={state === 'Disabled'}
              onType={setTyped}
            />
          </div>
        ))}
      </div>
    </Sample>
  )
}

function DownloadSample() {
  return (
    <Sample title="Download button" note="A list as a file; the server writes it.">
      <DownloadButton name="sample" load={async () => new Blob(['a,b'])} onProblem={() => {}} />
    </Sample>
  )
}

function ButtonSample() {
  return (
    <Sample title="Button" note="Hover and focus: point at one, or go there with Tab. One gold button on a view.">
      {LOOKS.map((look) => (
        <div key={look} className="sample-row">
          <Button look={look}>Make a gift</Button>
          <Button look={look}>
            <Icon name="print" /> Print
          </Button>
          <Button look={look} className="button-small">
            Small
          </Button>
          <Button look={look} busy>
            Sending …
          </Button>
          <Button look={look} disabled>
            Disabled
          </Button>
        </div>
      ))}
      <div className="sample-row">
        <Button look="gold" className="button-wide">
          Donate ₦1,000.00 Anonymously
        </Button>
        <a href="#content" className={buttonClass('outline')}>
          A link that looks like a button
        </a>
        <a href="#content" className="link-target">
          A link by itself <Icon name="arrow" />
        </a>
      </div>
    </Sample>
  )
}

function FieldSample() {
  return (
    <Sample title="Field">
      <div className="sample-grid">
        <Field label="Empty">{(control) => <input {...control} className="input" />}</Field>
        <Field label="With a hint" note="optional" hint="In naira, from ₦1 to ₦10,000,000">
          {(control) => <input {...control} className="input" defaultValue="2500" />}
        </Field>
        <Field label="At fault" error="Write the amount in digits, such as 2500 or 2500.50.">
          {(control) => <input {...control} className="input" defaultValue="two thousand" />}
        </Field>
        <Field label="Disabled">
          {(control) => <input {...control} className="input" disabled defaultValue="2500" />}
        </Field>
        <Field label="With a sign before it">
          {(control) => (
            <div className="prefixed">
              <span aria-hidden="true">₦</span>
              <input {...control} className="input" inputMode="decimal" defaultValue="10000" />
            </div>
          )}
        </Field>
        <ErrorSummary
          names={['first_name', 'phone']}
          faults={{ first_name: 'Enter your first name.', phone: 'Enter a valid phone number.' }}
        />
        <Field label="Long text">{(control) => <textarea {...control} className="input" rows={3} />}</Field>
      </div>
    </Sample>
  )
}

const FILES = { chooseFiles: 'Choose files', takePhoto: 'Take a photo' }
const nothing = async () => {}
const AMOUNTS = [
  { value: 1000, text: '₦1,000' },
  { value: 10_000, text: '₦10,000' },
  { value: 50_000, text: '₦50,000' },
]
