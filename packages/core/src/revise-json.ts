import { type ElementNode, type MemberNode, parse, type ValueNode } from "@humanwhocodes/momoa";
import { isObject } from "./is-object";
import { nameOf, withoutMark } from "./read-json";

/**
 * Changes a JSON text to the given `value` and leaves the bytes of unchanged parts as they are, including
 * white space, escapes, number formats and the gaps between neighbors. Matches elements of an array by
 * content or by `rule_id`, at any position. Writes new parts in the style of the text.
 *
 * @param text a JSON text that `readJsonText` accepts.
 */
export function reviseJsonText(text: string, value: unknown): string {
  const json = withoutMark(text);
  const { body } = parse(json);
  const mark = text.slice(0, text.length - json.length);
  const revised = new JsonReviser(json).revise(body, value);
  return mark + json.slice(0, body.loc.start.offset) + revised + json.slice(body.loc.end.offset);
}

/** A child of the new container: its text, and its previous index, if any. */
interface Child {
  readonly text: string;
  readonly oldIndex: number | null;
}

class JsonReviser {
  readonly #text: string;
  readonly #newline: string;
  /** One level of indentation; empty if the whole text is on one line. */
  readonly #indent: string;
  readonly #colon: string;

  constructor(text: string) {
    this.#text = text;
    this.#newline = text.includes("\r\n") ? "\r\n" : "\n";
    this.#indent = /\n([ \t]+)/.exec(text)?.[1] ?? (text.trim().includes("\n") ? "  " : "");
    this.#colon = /"\s*:(?=\S)/.test(text) && this.#indent === "" ? ":" : ": ";
  }

  revise(node: ValueNode, value: unknown): string {
    if (this.#isSame(node, value)) return this.#source(node);
    if (node.type === "Object" && isObject(value)) {
      return this.#join(node, node.members, this.#reviseMembers(node, node.members, value));
    }
    if (node.type === "Array" && Array.isArray(value)) {
      return this.#join(node, node.elements, this.#reviseElements(node, node.elements, value));
    }
    return this.#print(value, this.#indentationAt(node.loc.start.offset));
  }

  #reviseMembers(node: ValueNode, members: readonly MemberNode[], value: Record<string, unknown>): Child[] {
    const indentation = this.#indentationWithin(node, members);
    const names = new Set(members.map((member) => nameOf(member)));
    const kept = members.flatMap((member, oldIndex) => {
      const name = nameOf(member);
      if (!Object.hasOwn(value, name)) return [];
      const start = this.#text.slice(member.loc.start.offset, member.value.loc.start.offset);
      return [{ text: start + this.revise(member.value, value[name]), oldIndex }];
    });
    const added = Object.entries(value)
      .filter(([name]) => !names.has(name))
      .map(([name, field]) => {
        const text = JSON.stringify(name) + this.#colon + this.#print(field, indentation);
        return { text, oldIndex: null };
      });
    return [...kept, ...added];
  }

  #reviseElements(node: ValueNode, elements: readonly ElementNode[], values: readonly unknown[]): Child[] {
    const indentation = this.#indentationWithin(node, elements);
    return this.#pairElements(elements, values).map((oldIndex, index) => {
      const element = oldIndex === null ? undefined : elements[oldIndex];
      const value = values[index];
      return {
        text: element ? this.revise(element.value, value) : this.#print(value, indentation),
        oldIndex,
      };
    });
  }

  /**
   * Finds the previous element of each value: with the same content, otherwise the same ID, otherwise the
   * same position.
   */
  #pairElements(elements: readonly ElementNode[], values: readonly unknown[]): (number | null)[] {
    const unused = new Map(elements.entries());
    const pairs = values.map((): number | null => null);
    const pairWhere = (isPair: (element: ElementNode, value: unknown, isInPlace: boolean) => boolean) => {
      values.forEach((value, place) => {
        if (pairs[place] !== null) return;
        for (const [oldPlace, element] of unused) {
          if (!isPair(element, value, oldPlace === place)) continue;
          pairs[place] = oldPlace;
          unused.delete(oldPlace);
          return;
        }
      });
    };
    pairWhere((element, value) => this.#isSame(element.value, value));
    pairWhere((element, value) => this.#hasIdOf(element, value));
    pairWhere((_element, _value, isInPlace) => isInPlace);
    return pairs;
  }

  /** Joins the children of a container; former neighbors keep the text that was between them. */
  #join(node: ValueNode, old: readonly (MemberNode | ElementNode)[], children: readonly Child[]): string {
    const [first, second] = old;
    const last = old.at(-1);
    const [open, close] = node.type === "Object" ? "{}" : "[]";
    if (children.length === 0) return `${open}${close}`;
    const indentation = this.#indentationAt(node.loc.start.offset);
    const isOnOneLine = this.#indent === "";
    const gap = isOnOneLine ? "" : this.#newline + indentation;
    const leading = first
      ? this.#text.slice(node.loc.start.offset + 1, first.loc.start.offset)
      : gap + this.#indent;
    const trailing = last ? this.#text.slice(last.loc.end.offset, node.loc.end.offset - 1) : gap;
    const usual =
      first && second
        ? this.#text.slice(first.loc.end.offset, second.loc.start.offset)
        : `,${leading === "" && this.#colon !== ":" ? " " : leading}`;
    let text = open + leading;
    children.forEach((child, index) => {
      const before = children[index - 1];
      if (before) text += this.#between(old, before.oldIndex, child.oldIndex) ?? usual;
      text += child.text;
    });
    return text + trailing + close;
  }

  #between(
    old: readonly (MemberNode | ElementNode)[],
    left: number | null,
    right: number | null,
  ): string | null {
    if (left === null || right !== left + 1) return null;
    const [before, after] = [old[left], old[right]];
    return before && after ? this.#text.slice(before.loc.end.offset, after.loc.start.offset) : null;
  }

  #isSame(node: ValueNode, value: unknown): boolean {
    if (node.type === "Object") {
      if (!isObject(value) || node.members.length !== Object.keys(value).length) return false;
      return node.members.every((member) => {
        const name = nameOf(member);
        return Object.hasOwn(value, name) && this.#isSame(member.value, value[name]);
      });
    }
    if (node.type === "Array") {
      if (!Array.isArray(value) || node.elements.length !== value.length) return false;
      return node.elements.every((element, index) => this.#isSame(element.value, value[index]));
    }
    return JSON.parse(this.#source(node)) === value;
  }

  #hasIdOf(element: ElementNode, value: unknown): boolean {
    if (element.value.type !== "Object" || !isObject(value)) return false;
    return element.value.members.some(
      (member) => nameOf(member) === "rule_id" && this.#isSame(member.value, value.rule_id),
    );
  }

  /** Writes a new value; a one-line text stays on one line. */
  #print(value: unknown, indentation: string | null): string {
    if (indentation === null || this.#indent === "") return JSON.stringify(value);
    return JSON.stringify(value, null, this.#indent).replaceAll("\n", this.#newline + indentation);
  }

  #indentationAt(offset: number): string {
    const line = this.#text.slice(this.#text.lastIndexOf("\n", offset - 1) + 1, offset);
    return /^[ \t]*/.exec(line)?.[0] ?? "";
  }

  /** Returns the indentation of a container's children; null if they are on its own line. */
  #indentationWithin(node: ValueNode, children: readonly (MemberNode | ElementNode)[]): string | null {
    const [first] = children;
    if (!first) return this.#indentationAt(node.loc.start.offset) + this.#indent;
    const leading = this.#text.slice(node.loc.start.offset, first.loc.start.offset);
    return leading.includes("\n") ? this.#indentationAt(first.loc.start.offset) : null;
  }

  #source(node: ValueNode): string {
    return this.#text.slice(node.loc.start.offset, node.loc.end.offset);
  }
}
