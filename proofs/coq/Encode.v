(** The encoding "open-candidates" of docs/certificates.md, as a function from puzzles to clauses.

    The clauses come in another order than in the file, and some of them twice: formulas are
    compared as sets. The numbers of the variables are those of the file. *)
From Coq Require Import ZArith List Bool FMapPositive.
From Satdoku Require Import Puzzle Cnf.
Import ListNotations.
Open Scope Z_scope.

(** New variables for the members of a list, from [top + 1] on. *)
Fixpoint numbered {A} (top : Z) (l : list A) : list (Z * A) :=
  match l with
  | [] => []
  | x :: l' => (top + 1, x) :: numbered (top + 1) l'
  end.
Definition after_all {A} (top : Z) (l : list A) : Z := top + Z.of_nat (length l).

(** The clauses of a relation and the highest variable in use. *)
Definition output : Type := option (cnf * Z).

Definition below (top : Z) (c : clause) : bool := forallb (fun l => Z.abs l <=? top) c.

(** Clauses over variables up to [top']; refused if that were not so. *)
Definition written (top : Z) (f : cnf) (top' : Z) : output :=
  if (top <=? top') && forallb (below top') f then Some (f, top') else None.

Section Sequence.
  Variable A : Type.
  Variable e : A -> Z -> Z -> output.
  (** One after the other; each gets its place, counted from [i]. *)
  Fixpoint sequence (l : list A) (i top : Z) : output :=
    match l with
    | [] => Some ([], top)
    | x :: l' =>
        match e x i top with
        | None => None
        | Some (f, top1) =>
            match sequence l' (i + 1) top1 with
            | None => None
            | Some (g, top2) => Some (f ++ g, top2)
            end
        end
    end.
End Sequence.
Arguments sequence {A}.

(** * Runs: a variable for each state before each place. *)
Section Run.
  Variable state : Type.
  Variable same_state : state -> state -> bool.

  Definition mem_state (q : state) (l : list state) : bool := existsb (same_state q) l.
  Fixpoint each_once (l met : list state) : list state :=
    match l with
    | [] => rev met
    | q :: l' => each_once l' (if mem_state q met then met else q :: met)
    end.

  Definition ends_of (o : option (list state)) : list state :=
    match o with Some ends => ends | None => [] end.

  (** The variables of some states. *)
  Definition variables_of (next : list (Z * state)) (ends : list state) : clause :=
    flat_map (fun e => map fst (filter (fun '(_, q) => same_state e q) next)) ends.

  Definition step : Type := state -> Z -> option (list state).

  Fixpoint run (rows : list (list (Z * Z))) (steps : list step) (states : list (Z * state)) (top : Z)
    : cnf * Z :=
    match rows, steps with
    | row :: rows', after :: steps' =>
        let ends :=
          each_once
            (flat_map (fun '(_, q) => flat_map (fun '(d, _) => ends_of (after q d)) row) states) []
        in
        let next := numbered top ends in
        let f :=
          flat_map
            (fun '(s, q) =>
               flat_map
                 (fun '(d, x) =>
                    match after q d with
                    | None => []
                    | Some to => [- s :: - x :: variables_of next to]
                    end)
                 row)
            states
        in
        let (g, top') := run rows' steps' next (after_all top ends) in
        (f ++ g, top')
    | _, _ => ([], top)
    end.

  Fixpoint accepts (steps : list step) (values : list Z) (q : state) : bool :=
    match steps, values with
    | after :: steps', d :: values' =>
        match after q d with
        | None => true
        | Some ends => existsb (accepts steps' values') ends
        end
    | _, _ => true
    end.

  (** One of the starts, and each value leads on. *)
  Definition run_from rows steps (starts : list state) (unless : clause) (top : Z) : cnf * Z :=
    let states := numbered top starts in
    let (f, top') := run rows steps states (after_all top starts) in
    ((unless ++ map fst states) :: f, top').
End Run.
Arguments run {state}.
Arguments run_from {state}.
Arguments accepts {state}.
Arguments each_once {state}.
Arguments variables_of {state}.
Arguments ends_of {state}.

Section Rows.
  (** The open candidates of a variable: value and literal. *)
  Variable row : Z -> list (Z * Z).

  (** The literals with which one of the variables has the value. *)
  Definition literals_of (vs : list Z) (d : Z) : clause :=
    flat_map (fun v => map snd (filter (fun '(e, _) => d =? e) (row v))) vs.

  Definition open (v d : Z) : bool := existsb (fun '(e, _) => d =? e) (row v).

  (** ** AllDifferent *)
  Definition differ (unless : clause) (u v : Z) : cnf :=
    flat_map
      (fun '(d, x) =>
         flat_map (fun '(e, y) => if d =? e then [unless ++ [- x; - y]] else []) (row v))
      (row u).
  Fixpoint differing (unless : clause) (vs : list Z) : cnf :=
    match vs with
    | [] => []
    | u :: vs' => flat_map (differ unless u) vs' ++ differing unless vs'
    end.
  Definition different (unless : clause) (vs : list Z) : cnf :=
    (if distinct vs then [] else [unless]) ++ differing unless vs.

  (** A group of the whole puzzle: where it has as many variables as values, each value occurs. *)
  Definition group (vs values : list Z) : cnf :=
    if (Nat.ltb (length values) (length vs)) || negb (distinct vs) then [[]]
    else (if Nat.eqb (length vs) (length values) then map (literals_of vs) values else [])
         ++ differing [] vs.
  Definition values_of (vs : list Z) : list Z :=
    each_once Z.eqb (flat_map (fun v => map fst (row v)) vs) [].

  (** ** Domain and PairTable *)
  Definition within_domain (unless : clause) (v : Z) (values : list Z) : cnf :=
    flat_map (fun '(d, x) => if mem d values then [] else [unless ++ [- x]]) (row v).

  Definition has_pair (pairs : list (Z * Z)) (d e : Z) : bool :=
    existsb (fun '(x, y) => (x =? d) && (y =? e)) pairs.
  Definition partners (unless : clause) (allowed : Z -> Z -> bool) (u v : Z) : cnf :=
    flat_map
      (fun '(d, x) =>
         let good := map snd (filter (fun '(e, _) => allowed d e) (row v)) in
         let bad := map snd (filter (fun '(e, _) => negb (allowed d e)) (row v)) in
         match bad with
         | [] => []
         | [y] => [unless ++ [- x; - y]]
         | _ => [unless ++ - x :: good]
         end)
      (row u).
  Definition pairs_of (unless : clause) (u v : Z) (pairs : list (Z * Z)) : cnf :=
    if u =? v
    then flat_map
           (fun '(d, x) => if has_pair pairs d d then [] else [unless ++ [- x]])
           (row u)
    else partners unless (has_pair pairs) u v ++ partners unless (fun e d => has_pair pairs d e) v u.

  (** ** Table *)
  Fixpoint fits (vs values : list Z) : bool :=
    match vs, values with
    | [], [] => true
    | v :: vs', d :: values' => open v d && fits vs' values'
    | _, _ => false
    end.
  Fixpoint demands (vs values : list Z) (s : Z) : cnf :=
    match vs, values with
    | v :: vs', d :: values' => (literals_of [v] d ++ [- s]) :: demands vs' values' s
    | _, _ => []
    end.
  Definition begins_with (d : Z) (values : list Z) : bool :=
    match values with e :: _ => d =? e | [] => false end.
  Fixpoint columns (unless : clause) (vs : list Z) (chosen : list (Z * list Z)) : cnf :=
    match vs with
    | [] => []
    | v :: vs' =>
        map
          (fun '(d, x) =>
             unless ++ - x :: map fst (filter (fun '(_, values) => begins_with d values) chosen))
          (row v)
        ++ columns unless vs' (map (fun '(s, values) => (s, tl values)) chosen)
    end.
  Definition table (unless : clause) (vs : list Z) (rows : list (list Z)) (top : Z) : cnf * Z :=
    let possible := filter (fits vs) rows in
    let chosen := numbered top possible in
    ((unless ++ map fst chosen)
     :: flat_map (fun '(s, values) => demands vs values s) chosen ++ columns unless vs chosen,
     after_all top possible).

  (** ** Linear and Among *)
  Section Total.
    Variable c : comparison.
    Variable total : Z.
    (** A term has a variable and what each of its values contributes. *)
    Definition term : Type := Z * (Z -> Z).

    Fixpoint merge (l : list Z) : list Z -> list Z :=
      match l with
      | [] => fun m => m
      | x :: l' =>
          fix merge_right (m : list Z) : list Z :=
            match m with
            | [] => l
            | y :: m' =>
                if x <? y then x :: merge l' m
                else if y <? x then y :: merge_right m'
                else x :: merge l' m'
            end
      end.
    (** What the terms can contribute: all of them, all but the first, and so on to none. *)
    Fixpoint rests (terms : list term) : list (list Z) :=
      match terms with
      | [] => [[0]]
      | (v, worth) :: terms' =>
          let later := rests terms' in
          let parts := each_once Z.eqb (map (fun '(d, _) => worth d) (row v)) [] in
          fold_right (fun part m => merge (map (Z.add part) (hd [] later)) m) [] parts :: later
      end.
    (** Whether it holds whatever follows; [None] where that decides. *)
    Definition decided (rest : list Z) (reached : Z) : option bool :=
      if forallb (fun x => compares c (reached + x) total) rest then Some true
      else if forallb (fun x => negb (compares c (reached + x) total)) rest then Some false
      else None.
    Fixpoint total_steps (terms : list term) (later : list (list Z)) : list (step Z) :=
      match terms, later with
      | (_, worth) :: terms', rest :: later' =>
          (fun reached d =>
             let longer := reached + worth d in
             match decided rest longer with
             | None => Some [longer]
             | Some true => None
             | Some false => Some []
             end)
          :: total_steps terms' later'
      | _, _ => []
      end.
    Definition sum (unless : clause) (terms : list term) (top : Z) : cnf * Z :=
      let all := rests terms in
      let rows := map (fun '(v, _) => row v) terms in
      let steps := total_steps terms (tl all) in
      match decided (hd [] all) 0 with
      | Some true => ([], top)
      | Some false => run_from Z.eqb rows steps [] unless top
      | None => run_from Z.eqb rows steps [0] unless top
      end.
  End Total.

  (** ** Automaton *)
  (** For each place the states that lead to an accepting one, from all places to none. *)
  Fixpoint leading (moves : list (Z * Z * Z)) (accepting : list Z) (vs : list Z) : list (list Z) :=
    match vs with
    | [] => [accepting]
    | v :: vs' =>
        let later := leading moves accepting vs' in
        let ends := hd [] later in
        each_once Z.eqb
          (map (fun '(s, _, _) => s) (filter (fun '(_, d, e) => open v d && mem e ends) moves)) []
        :: later
    end.
  Fixpoint automaton_steps (moves : list (Z * Z * Z)) (later : list (list Z)) : list (step Z) :=
    match later with
    | [] => []
    | ends :: later' =>
        (fun q d =>
           let to :=
             map (fun '(_, _, e) => e)
               (filter (fun '(s, x, e) => (s =? q) && (x =? d) && mem e ends) moves)
           in
           match later', to with
           | [], _ :: _ => None
           | _, _ => Some to
           end)
        :: automaton_steps moves later'
    end.
  Definition automaton (unless : clause) vs starts accepting moves (top : Z) : cnf * Z :=
    let all := leading moves accepting vs in
    let able := filter (fun q => mem q (hd [] all)) starts in
    match vs, able with
    | [], _ :: _ => ([], top)
    | _, _ => run_from Z.eqb (map row vs) (automaton_steps moves (tl all)) able unless top
    end.

  (** ** Element *)
  Definition equal (unless : clause) (x u v : Z) : cnf :=
    map (fun '(d, y) => unless ++ - x :: - y :: literals_of [v] d) (row u).
  Definition element (unless : clause) (i : Z) array (result first : Z) : cnf :=
    flat_map
      (fun '(d, x) =>
         match place array (d - first) with
         | None => [unless ++ [- x]]
         | Some v => equal unless x v result ++ equal unless x result v
         end)
      (row i).

  (** ** ValueSet *)
  Definition value_set (unless : clause) (vs : list Z) (sets : list (list Z)) (top : Z) : cnf * Z :=
    let possible :=
      filter
        (fun set =>
           Nat.eqb (length set) (length vs) && distinct set
           && forallb (fun d => existsb (fun v => open v d) vs) set)
        sets
    in
    let chosen := numbered top possible in
    (different unless vs
     ++ (unless ++ map fst chosen)
        :: flat_map (fun '(s, set) => map (fun d => literals_of vs d ++ [- s]) set) chosen
        ++ flat_map
             (fun v =>
                map
                  (fun '(d, x) =>
                     unless ++ - x :: map fst (filter (fun '(_, set) => mem d set) chosen))
                  (row v))
             vs,
     after_all top possible).

  (** ** DigitSetSum of cells: sets of digits, or one digit after the other. *)
  Section Digits.
    Variable vs : list Z.
    Variable total : Z.
    Definition size : Z := Z.of_nat (length vs).

    Definition same_pair (p q : Z * Z) : bool := (fst p =? fst q) && (snd p =? snd q).
    (** How many digits are still to come, what is missing, and in how many ways. *)
    Definition ways_table : Type := list ((Z * Z) * Z).
    Fixpoint add_way (q : Z * Z) (n : Z) (w : ways_table) : ways_table :=
      match w with
      | [] => [(q, n)]
      | (r, m) :: w' => if same_pair q r then (r, m + n) :: w' else (r, m) :: add_way q n w'
      end.
    Definition known (w : ways_table) (q : Z * Z) : bool := existsb (fun '(r, _) => same_pair q r) w.
    Fixpoint ways (members : list Z) : list ways_table :=
      match members with
      | [] => [[((0, 0), 1)]]
      | d :: members' =>
          let later := ways members' in
          let now :=
            fold_right
              (fun '((k, s), n) w =>
                 if (k <? size) && (s + d <=? total) then add_way (k + 1, s + d) n w else w)
              (hd [] later) (hd [] later)
          in
          now :: later
      end.
    Fixpoint digit_sets (members : list Z) (later : list ways_table) (k s : Z) : list (list Z) :=
      match members, later with
      | d :: members', w :: later' =>
          (if known w (k - 1, s - d)
           then map (cons d) (digit_sets members' later' (k - 1) (s - d)) else [])
          ++ (if known w (k, s) then digit_sets members' later' k s else [])
      | _, _ => [[]]
      end.
    Definition set_by_set (members : list Z) (sets : list (list Z)) (top : Z) : cnf * Z :=
      let chosen := numbered top sets in
      (map fst chosen
       :: flat_map
            (fun '(s, set) => map (fun d => literals_of vs d ++ [- s]) set) chosen
          ++ flat_map
               (fun d =>
                  map (fun x => - x :: map fst (filter (fun '(_, set) => mem d set) chosen))
                    (literals_of vs d))
               members,
       after_all top sets).
    (** 1 stands for "the digit is used", 0 for the opposite. *)
    Fixpoint sum_steps (members : list Z) (later : list ways_table) : list (step (Z * Z)) :=
      match members, later with
      | d :: members', w :: later' =>
          (fun q b =>
             let next := if b =? 1 then (fst q - 1, snd q - d) else q in
             if known w next then Some [next] else Some [])
          :: sum_steps members' later'
      | _, _ => []
      end.
    Definition digit_by_digit (members : list Z) (all : list ways_table) (top : Z) : cnf * Z :=
      let used := numbered top members in
      let (f, top') :=
        run_from same_pair (map (fun p : Z * Z => [(1, fst p); (0, - fst p)]) used)
          (sum_steps members (tl all)) [(size, total)] [] (after_all top members)
      in
      (flat_map
         (fun '(u, d) => (literals_of vs d ++ [- u]) :: map (fun x => [- x; u]) (literals_of vs d))
         used
       ++ f,
       top').
    Definition way_count (w : ways_table) : Z :=
      fold_right (fun '(q, n) m => if same_pair q (size, total) then n + m else m) 0 w.
    Definition digit_set_sum (digits : list Z) (top : Z) : cnf * Z :=
      let members := filter (fun d => existsb (fun v => open v d) vs) digits in
      let all := ways members in
      if negb (known (hd [] all) (size, total)) then ([[]], top)
      else if way_count (hd [] all) <=? 200
      then set_by_set members (digit_sets members (tl all) size total) top
      else digit_by_digit members all top.
  End Digits.

  (** * A relation, with the literals [unless] in front of its clauses. *)
  Variable count : Z.  (* variables of the puzzle *)
  Definition known_variable (v : Z) : bool := (0 <=? v) && (v <? count).

  Definition own_variables (r : relation) : list Z :=
    match r with
    | AllDifferent vs | DigitSetSum vs _ | Table vs _ | Automaton vs _ _ _ | ValueSet vs _ => vs
    | Domain v _ | Guarded v _ _ _ => [v]
    | PairTable u v _ => [u; v]
    | Linear terms _ _ => map snd terms
    | Among vs _ _ _ counter => match counter with Some v => vs ++ [v] | None => vs end
    | Element i array result _ => i :: result :: array
    | Or _ => []
    end.

  (** Whether the variables are known, and the sets are sets. *)
  Definition sane (r : relation) : bool :=
    forallb known_variable (own_variables r)
    && match r with ValueSet _ sets => forallb distinct sets | _ => true end.

  Definition linear_terms (terms : list (Z * Z)) : list term :=
    map (fun '(k, v) => (v, fun d => k * d)) terms.
  Definition among_terms (vs values : list Z) (counter : option Z) : list term :=
    map (fun v => (v, fun d => if mem d values then 1 else 0)) vs
    ++ match counter with Some v => [(v, fun d => - d)] | None => [] end.

  (** The relations that hold no others. *)
  Definition simple (r : relation) (unless : clause) (top : Z) : cnf * Z :=
    match r with
    | AllDifferent vs => (different unless vs, top)
    | Domain v values => (within_domain unless v values, top)
    | PairTable u v pairs => (pairs_of unless u v pairs, top)
    | DigitSetSum vs total =>
        let (f, top') := sum Equal total unless (map (fun v => (v, fun d => d)) vs) top in
        (different unless vs ++ f, top')
    | Table vs rows => table unless vs rows top
    | Linear terms c total => sum c total unless (linear_terms terms) top
    | Automaton vs starts accepting moves => automaton unless vs starts accepting moves top
    | Among vs values c number counter => sum c number unless (among_terms vs values counter) top
    | Element i array result first => (element unless i array result first, top)
    | ValueSet vs sets => value_set unless vs sets top
    | Or _ | Guarded _ _ _ _ => ([[]], top)
    end.

  Fixpoint encoded (r : relation) (unless : clause) (top : Z) : output :=
    if negb (sane r) then None
    else match r with
    | Guarded v value sense r' =>
        match literals_of [v] value with
        | [] => if sense then Some ([], top) else encoded r' unless top
        | x :: _ => encoded r' (unless ++ [if sense then - x else x]) top
        end
    | Or [members] => sequence (fun r' _ => encoded r' unless) members 0 top
    | Or groups =>
        let chosen := numbered top groups in
        let top' := after_all top groups in
        match
          written top [unless ++ map fst chosen] top',
          sequence
            (fun members s => sequence (fun r' _ => encoded r' [- s]) members 0) groups (top + 1)
            top'
        with
        | Some (f, _), Some (g, top'') => Some (f ++ g, top'')
        | _, _ => None
        end
    | _ => let (f, top') := simple r unless top in written top f top'
    end.

  (** A relation of the puzzle itself. *)
  Variable digits : list Z.
  Variable cell_count : Z.
  Definition all_cells (vs : list Z) : bool := forallb (fun v => v <? cell_count) vs.
  Definition group_of (vs : list Z) : cnf :=
    group vs (if all_cells vs then digits else values_of vs).
  Definition top_relation (r : relation) (top : Z) : output :=
    if negb (sane r) then None
    else match r with
    | AllDifferent vs => written top (group_of vs) top
    | DigitSetSum vs total =>
        let (f, top') :=
          if all_cells vs then digit_set_sum vs total digits top else simple r [] top
        in
        written top (group_of vs ++ f) top'
    | _ => encoded r [] top
    end.
End Rows.

(** * The puzzle. *)

(** The givens as relations. *)
Definition given_relations (p : puzzle) : list relation :=
  map (fun '(c, g) => Domain (c - 1) [g])
    (filter (fun '(_, g) => negb (g =? o)) (numbered 0 (concat (givens p)))).
Definition all_relations (p : puzzle) : list relation := given_relations p ++ relations p.

Definition variable_key (v : Z) : positive := Z.to_pos (v + 1).

(** The values that the relations on each variable alone leave. *)
Definition alone (r : relation) : option (Z * (Z -> bool) * list Z) :=
  match r with
  | Domain v values => Some (v, fun d => mem d values, values)
  | PairTable u v pairs =>
      if u =? v then Some (u, fun d => has_pair pairs d d, map fst pairs) else None
  | _ => None
  end.
Definition domain_step (m : PositiveMap.t (list Z)) (r : relation) : PositiveMap.t (list Z) :=
  match alone r with
  | Some (v, keeps, values) =>
      PositiveMap.add (variable_key v)
        (match PositiveMap.find (variable_key v) m with
         | Some l => filter keeps l
         | None => filter keeps values
         end) m
  | None => m
  end.
Fixpoint upto (n : nat) : list Z :=
  match n with
  | O => []
  | S n' => upto n' ++ [Z.of_nat n']
  end.
Definition domains (p : puzzle) : PositiveMap.t (list Z) :=
  fold_left domain_step (all_relations p)
    (fold_left (fun m c => PositiveMap.add (variable_key c) (digits p) m)
       (upto (length (concat (givens p)))) (PositiveMap.empty _)).
Definition domain_of (m : PositiveMap.t (list Z)) (v : Z) : list Z :=
  match PositiveMap.find (variable_key v) m with Some l => l | None => [] end.

(** The pairs (variable, digit) that a variable with one value takes from the others of a group. *)
Definition groups (p : puzzle) : list (list Z) :=
  flat_map (fun r => match r with AllDifferent vs | DigitSetSum vs _ => [vs] | _ => [] end)
    (all_relations p).
Definition singles (m : PositiveMap.t (list Z)) (vs : list Z) : list (Z * Z) :=
  flat_map (fun v => match domain_of m v with [d] => [(v, d)] | _ => [] end) vs.
Definition taken (placed : list (Z * Z)) (v d : Z) : bool :=
  existsb (fun '(u, e) => negb (u =? v) && (d =? e)) placed.
Definition without_taken (m : PositiveMap.t (list Z)) (t : PositiveMap.t (list Z)) (vs : list Z)
  : PositiveMap.t (list Z) :=
  let placed := singles m vs in
  fold_left
    (fun t v =>
       PositiveMap.add (variable_key v)
         (filter (fun d => negb (taken placed v d)) (domain_of t v)) t)
    vs t.
Definition open_domains (p : puzzle) : PositiveMap.t (list Z) :=
  let m := domains p in fold_left (without_taken m) (groups p) m.

(** Literals of the candidates: cells have one for each digit, other variables for each value. *)
Definition number_row (all kept : list Z) (top : Z) : list (Z * Z) :=
  map (fun '(x, d) => (d, x)) (filter (fun '(_, d) => mem d kept) (numbered top all)).
Fixpoint numbered_rows (p : puzzle) (m : PositiveMap.t (list Z)) (vs : list Z) (top : Z)
  : list (Z * list (Z * Z)) * Z :=
  match vs with
  | [] => ([], top)
  | v :: vs' =>
      let all := if v <? cells p then digits p else domain_of m v in
      let (rows, top') := numbered_rows p m vs' (after_all top all) in
      ((v, number_row all (domain_of m v) top) :: rows, top')
  end.
Definition rows_map (rows : list (Z * list (Z * Z))) : PositiveMap.t (list (Z * Z)) :=
  fold_right (fun '(v, r) m => PositiveMap.add (variable_key v) r m) (PositiveMap.empty _) rows.
Definition row_of (m : PositiveMap.t (list (Z * Z))) (v : Z) : list (Z * Z) :=
  if v <? 0 then []
  else match PositiveMap.find (variable_key v) m with Some r => r | None => [] end.

Fixpoint ascending (least : Z) (l : list Z) : bool :=
  match l with
  | [] => true
  | x :: l' => (least <? x) && ascending x l'
  end.

(** Each variable has a value, and no two. *)
Fixpoint no_two (l : clause) : cnf :=
  match l with
  | [] => []
  | x :: l' => map (fun y => [- x; - y]) l' ++ no_two l'
  end.
Definition one_value (r : list (Z * Z)) : cnf := map snd r :: no_two (map snd r).

Definition table_of (p : puzzle) : list (Z * list (Z * Z)) * Z :=
  numbered_rows p (open_domains p) (upto (Z.to_nat (variables p))) 0.

(** Digits from 0 up, ascending; every variable has a domain; no literal twice. *)
Definition well_formed (p : puzzle) (rows : list (Z * list (Z * Z))) (base : Z) : bool :=
  ascending (-1) (digits p)
  && (cells p <=? variables p)
  && ascending 0 (flat_map (fun vr => map snd (snd vr)) rows)
  && forallb (fun vr => distinct (map fst (snd vr))) rows
  && forallb (fun vr => forallb (fun dx => snd dx <=? base) (snd vr)) rows
  && forallb
       (fun v => match PositiveMap.find (variable_key v) (domains p) with
                 | Some _ => true | None => false end)
       (upto (Z.to_nat (variables p)))
  && forallb
       (fun r => match alone r with
                 | Some (v, _, _) => (0 <=? v) && (v <? variables p) | None => true end)
       (all_relations p).

(** The formula of the puzzle; [None] where the puzzle is not as this file demands. *)
Definition encode (p : puzzle) : option cnf :=
  let (rows, base) := table_of p in
  if well_formed p rows base
  then
    match
      sequence (fun r _ => top_relation (row_of (rows_map rows)) (variables p) (digits p) (cells p) r)
        (all_relations p) 0 base
    with
    | None => None
    | Some (f, _) => Some (flat_map (fun vr => one_value (snd vr)) rows ++ f)
    end
  else None.

(** The clause that denies a grid. *)
Definition denial_of (p : puzzle) (a : Z -> Z) : clause :=
  let row := row_of (rows_map (fst (table_of p))) in
  flat_map (fun c => map Z.opp (literals_of row [c] (a c))) (upto (length (concat (givens p)))).
