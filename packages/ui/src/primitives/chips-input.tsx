"use client";

import * as Radix from "radix-ui/popover";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "../cn";
import { Chip, type ChipProps } from "./chip";
import { controlBox } from "./input";
import { foundItem, menuSurface } from "./menu-look";

export type ChipsInputEntry = Pick<ChipProps, "tone" | "icon" | "note"> & { value: string };

export type ChipsInputProps = {
  entries: readonly ChipsInputEntry[];
  /** Suggestions, most likely first; `note` is at the right ("98 %"). */
  options: readonly { value: string; note?: ReactNode }[];
  /** Describes the typed text, next to the choice to add it ("and all below it, 98 %"). */
  describeTyped?: (value: string) => ReactNode;
  /** Returns the reason why an entry cannot be added, or null. */
  findRefusal?: (value: string) => string | null;
  /** Adds entries that are not refused and not in the list. */
  onAdd: (values: readonly string[]) => void;
  onRemove: (value: string) => void;
  /** While nothing is typed ("add a field…"). */
  placeholder: string;
  /** Name of the suggestions for screen readers ("Fields seen"). */
  optionsLabel: string;
  disabled?: boolean;
  id?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
};

/** Maximum options to show at once. */
const MAX_SHOWN = 50;

/**
 * Edits a set of names, typed or chosen. Enter adds exactly what was typed, unless an arrow key or the pointer has
 * chosen a suggestion. A comma, or leaving the field, adds the typed text too, so that it is not lost. A pasted list
 * adds each of its names. Backspace removes the last name.
 */
export function ChipsInput(props: ChipsInputProps) {
  const { entries, onRemove, placeholder, optionsLabel, disabled, id, ...described } = props;
  const listId = useId();
  const refusalId = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [refusal, setRefusal] = useState<string | null>(null);
  const shown = findOptions(props, text.trim());
  const isListed = isOpen && shown.length > 0;
  const marked = isListed ? shown[active] : undefined;

  const type = (next: string) => {
    setText(next);
    setRefusal(null);
    setOpen(true);
    setActive(next.trim() === "" ? -1 : 0);
  };
  const add = (values: readonly string[]) => {
    const names = [...new Set(values.map((value) => value.trim()).filter((name) => name !== ""))];
    if (names.length === 0) return;
    const reasons = names.map((name) =>
      entries.some((entry) => entry.value === name)
        ? `${name} is already in the list.`
        : (props.findRefusal?.(name) ?? null),
    );
    const added = names.filter((_, index) => reasons[index] === null);
    if (added.length > 0) props.onAdd(added);
    setRefusal(reasons.find((reason) => reason !== null) ?? null);
    setActive(-1);
    setOpen(false);
    // Refused names stay in the field, so that the user can correct them.
    setText(names.filter((_, index) => reasons[index] !== null).join(", "));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = entries.at(-1);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      setActive(moveMark(active, event.key === "ArrowDown" ? 1 : -1, shown.length));
    } else if (event.key === "Enter" && (marked || text.trim() !== "")) {
      event.preventDefault();
      add(marked ? [marked.value] : splitList(text));
    } else if (event.key === ",") {
      event.preventDefault();
      add(splitList(text));
    } else if (event.key === "Escape" && isListed) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === "Backspace" && text === "" && last) {
      onRemove(last.value);
    }
  };

  return (
    <Radix.Root open={isListed} onOpenChange={setOpen}>
      <Radix.Anchor asChild>
        <div
          ref={box}
          className={cn(
            controlBox,
            "h-auto min-h-(--control-input) flex-wrap gap-1.5 px-1.5 py-1",
            "has-[input:focus-visible]:border-accent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent has-[input:focus-visible]:outline-offset-1",
            refusal && "border-danger",
            disabled && "border-line-2 bg-surface-2",
          )}
        >
          {entries.map(({ value, ...look }) => (
            <Chip
              key={value}
              removeLabel={`Remove ${value}`}
              onRemove={
                disabled
                  ? undefined
                  : () => {
                      onRemove(value);
                      input.current?.focus();
                    }
              }
              {...look}
            >
              {value}
            </Chip>
          ))}
          <input
            ref={input}
            id={id}
            role="combobox"
            aria-expanded={isListed}
            aria-controls={isListed ? listId : undefined}
            aria-activedescendant={marked ? `${listId}-${active}` : undefined}
            aria-autocomplete="list"
            aria-invalid={refusal !== null || described["aria-invalid"]}
            aria-describedby={refusal === null ? described["aria-describedby"] : refusalId}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={disabled ? undefined : placeholder}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const names = splitList(event.clipboardData.getData("text"));
              if (names.length < 2) return;
              event.preventDefault();
              add([...splitList(text), ...names]);
            }}
            onClick={() => setOpen(true)}
            onBlur={() => {
              setOpen(false);
              add(splitList(text));
            }}
            className="h-6 min-w-32 flex-1 bg-transparent px-1 font-mono text-sm outline-none! disabled:min-w-0"
          />
        </div>
      </Radix.Anchor>
      {refusal !== null && (
        <p id={refusalId} role="alert" className="mt-[5px] text-danger text-sm">
          {refusal}
        </p>
      )}
      <Radix.Portal>
        <Radix.Content
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && box.current?.contains(event.target)) event.preventDefault();
          }}
          className={cn(menuSurface, "w-(--radix-popover-trigger-width) min-w-56 max-w-[calc(100vw-16px)]")}
        >
          <div id={listId} role="listbox" aria-label={optionsLabel} className="max-h-72 overflow-y-auto p-1">
            {shown.map((option, index) => (
              <div
                key={option.value}
                ref={(element) => {
                  if (index === active) element?.scrollIntoView({ block: "nearest" });
                }}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                data-active-item={index === active || undefined}
                onPointerMove={() => setActive(index)}
                // The input keeps the focus, and its text is not added as an entry.
                onPointerDown={(event) => {
                  event.preventDefault();
                  add([option.value]);
                }}
                className={foundItem}
              >
                <span className="min-w-0 flex-1 truncate text-sm">
                  {option.isTyped && "Add "}
                  <span className="font-mono">{option.value}</span>
                </span>
                {option.note && <span className="text-sm text-text-3">{option.note}</span>}
              </div>
            ))}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ShownOption {
  value: string;
  note?: ReactNode;
  /** True for the typed text, which is not a suggestion. */
  isTyped?: boolean;
}

/**
 * Returns the typed text, then the suggestions that contain it and are not yet entries: those that start with it
 * first.
 */
function findOptions({ options, entries, describeTyped }: ChipsInputProps, text: string): ShownOption[] {
  const taken = new Set(entries.map(({ value }) => value));
  const sought = text.toLowerCase();
  const [exact, others] = [
    options.find(({ value }) => value === text),
    options.filter(
      ({ value }) => value !== text && !taken.has(value) && value.toLowerCase().includes(sought),
    ),
  ];
  const startsWithIt = ({ value }: ShownOption) => value.toLowerCase().startsWith(sought);
  const sorted = [...others.filter(startsWithIt), ...others.filter((option) => !startsWithIt(option))];
  const typed = { value: text, isTyped: true, note: exact?.note ?? describeTyped?.(text) };
  return [...(text === "" || taken.has(text) ? [] : [typed]), ...sorted].slice(0, MAX_SHOWN);
}

/** Splits a list at commas and line breaks. */
function splitList(text: string): string[] {
  return text
    .split(/[,\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function moveMark(active: number, by: 1 | -1, count: number): number {
  if (count === 0) return -1;
  return active === -1 && by === -1 ? count - 1 : (active + by + count) % count;
}
